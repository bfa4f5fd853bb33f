/** The scopes that a client of the service can have (docs/interface.md 5): those of the interface, and three of this service alone. */
export const scopes = [
  'profile:user:read',
  'vault:impersonate',
  'service:members',
  'service:admin',
  'service:backup',
] as const;

export type Scope = (typeof scopes)[number];
