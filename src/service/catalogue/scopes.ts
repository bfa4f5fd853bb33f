/** The scopes that a client of the service can have (docs/interface.md 5): those of the interface, and two of this service alone. */
export const scopes = [
  'profile:user:read',
  'vault:impersonate',
  'service:admin',
  'service:backup',
] as const;

export type Scope = (typeof scopes)[number];
