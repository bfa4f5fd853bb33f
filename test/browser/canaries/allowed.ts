/**
 * Where a secret may be, and why (SECURITY.md, "What is protected"). All that is not in this table is a leak;
 * a row that no journey needs has to go.
 */
import type { Leak } from './heard.js';
import type { Kind } from './search.js';

export interface Allowed {
  why: string;
  kinds: Kind[];
  places: string[];
}

const link: Kind[] = ['feed URL', 'secret part of a feed URL'];
/** A token names its member: it is signed, not encrypted. */
const token: Kind[] = ['subscribe token', 'e-mail address'];

export const allowed: Allowed[] = [
  {
    why: 'The links of the apps and the field to copy from exist to hold it.',
    kinds: link,
    places: [
      'attribute href of a[data-app]',
      'attribute href of a',
      'attribute value of input[part=link]',
      'value of input[part=link]',
    ],
  },
  {
    why: 'The page that a server rendered has it for the element, until that has read it.',
    kinds: link,
    places: ['text of script'],
  },
  {
    why: 'The handler gives it to the member’s page; a consume page has it in its links.',
    kinds: link,
    places: ['answer of /subscribe', 'answer of /member', 'answer of /consume/en/…'],
  },
  {
    why: 'The parser and the consume page take it as a query (4.5, 4.6), a link without scripts leads there.',
    kinds: link,
    places: [
      'address of a request for /rss',
      'address of a request for /consume/en',
      'location of an answer of /listen',
      'location of an answer of /subscribe',
    ],
  },
  {
    why: 'The member’s page has a token of the site’s for its element.',
    kinds: token,
    places: [
      'answer of /member',
      'answer of /token',
      'attribute token of private-podcast-subscribe',
    ],
  },
  {
    why: 'The page and its cookie are the member’s browser’s own.',
    kinds: ['consume page'],
    places: [
      'address of a request for /consume/en/…',
      'address',
      'history',
      'location of an answer of /consume/en',
      'set-cookie of an answer of /consume/en/…',
    ],
  },
  {
    why: 'A code is opened by its address, once or three times; the handler makes it, and the mail holds one.',
    kinds: ['hand-off code'],
    places: [
      'answer of /subscribe',
      'address of a request for /subscribe',
      'address of a request for a mail',
      'attribute href of a[part=email]',
      // Of a code that is used up: no other page follows.
      'address',
      'history',
    ],
  },
  {
    why: 'The operator who asks for a member by address gets the address.',
    kinds: ['e-mail address'],
    places: ['connections', 'grant', 'grants', 'reset', 'revoke'].map(
      (command) => `standard output of the command ${command}`,
    ),
  },
  {
    why: 'The token endpoint gives the access token to the client.',
    kinds: ['access token'],
    places: ['answer of /oauth/token'],
  },
];

export const allows = ({ kinds, places }: Allowed, { kind, place }: Leak): boolean =>
  kinds.includes(kind) && places.includes(place);
