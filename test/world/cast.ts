/** Who takes part in the world: two members, two shows, and the senders of events. */
export const members = ['ann', 'bob'] as const;
export const shows = ['plain', 'signed'] as const;
export const senders = ['standard', 'billing', 'ghost'] as const;
export type Member = (typeof members)[number];
export type Show = (typeof shows)[number];
export type Sender = (typeof senders)[number];

/** A member's grant for a show ends then, or never. */
export type End = number | undefined;
