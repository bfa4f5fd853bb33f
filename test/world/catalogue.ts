/** The catalogue of a run, as an operator writes it. */
import type { Catalogue } from '../../src/service/catalogue/catalogue.js';
import type { Scope } from '../../src/service/catalogue/scopes.js';
import { client } from '../support/feed-service/backend.js';
import { secrets } from '../support/feed-service/event-senders.js';
import { operator } from '../support/feed-service/operator-calls.js';
import type { Member, Show } from './cast.js';

interface Names {
  email: (member: Member) => string;
  sku: (show: Show) => string;
  feedPath: (show: Show) => string;
}

export function catalogueOf(
  { email, sku, feedPath }: Names,
  offered: ReadonlySet<Show>,
  grants: readonly { member: Member; show: Show; until?: string }[],
): Partial<Catalogue> {
  // What the senders call a product.
  const products = Object.fromEntries([...offered].map((show) => [show, sku(show)]));
  const scopes: Scope[] = ['vault:impersonate', 'profile:user:read'];
  return {
    clients: [
      { ...client, scopes },
      { ...operator, scopes: ['service:admin'] },
    ],
    onboardingOrigins: ['origin-1'],
    products: [...offered].map((show) => ({
      sku: sku(show),
      title: show,
      feed: feedPath(show),
      access: 'granted',
      ...(show === 'signed' && { recordings: 'signed' }),
    })),
    grants: grants.map(({ member, show, until }) => ({
      email: email(member),
      sku: sku(show),
      until,
    })),
    events: {
      billing: { kind: 'stripe', secret: secrets.billing, products },
      ghost: { kind: 'ghost', secret: secrets.ghost, products },
      standard: { kind: 'standard', secret: secrets.standard, products },
    },
  };
}
