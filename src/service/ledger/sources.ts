/** The sources of the ledger: the systems that say who may hear, and how far their addresses can be believed. */
import * as z from 'zod';

/**
 * `confirmed`: the system sends a mail before it believes an address. `typed`: anybody may type any
 * address. `apart`: members log in there with an address that nobody confirmed, so it finds nobody.
 */
export const addressesSchema = z.enum(
  ['confirmed', 'typed', 'apart'],
  'must be confirmed, typed or apart',
);
export type Addresses = z.output<typeof addressesSchema>;

/** The catalogue file, and the calls for single grants. */
export const CATALOGUE_SOURCE = 'catalogue';
export const ADMIN_SOURCE = 'admin';

/** A source that states its members itself. The names of the others are not theirs to use. */
export const ownSourceSchema = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/, 'must be 1 to 40 of a-z, 0-9 and -')
  .refine(
    (source) => ![CATALOGUE_SOURCE, ADMIN_SOURCE, 'events'].includes(source),
    'must not be a name that the service uses itself',
  );

/** A source whose addresses can be said to be of another kind: one of the publisher's own, or of events. */
export const sourceNameSchema = z.union(
  [ownSourceSchema, z.string().regex(/^events\/[a-z0-9-]{1,40}$/)],
  'must be the name of a source, or events/ and the name of one',
);

/** The part of the catalogue that is about sources. */
export interface ListedSources {
  sources: Readonly<Record<string, { addresses: Addresses }>>;
  events: Readonly<Record<string, { kind: string }>>;
}

/** How far the addresses of a source can be believed. */
export function addressesOf({ sources, events }: ListedSources, source: string): Addresses {
  const said = new Map(Object.entries(sources)).get(source);
  if (said) return said.addresses;
  if (source === 'wordpress') return 'apart';
  const event = source.startsWith('events/') ? source.slice('events/'.length) : undefined;
  const kind = event === undefined ? undefined : new Map(Object.entries(events)).get(event)?.kind;
  return kind === 'ghost' ? 'confirmed' : 'typed';
}
