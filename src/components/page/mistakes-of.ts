/** Mistakes of a page that nothing else shows: of its attributes, and of what stands between the tags. */
import { appTable } from '../../apps/app-table.js';
import { contactUrl } from './contact-url.js';
import { episodeCount } from './episode-count.js';
import type { Page } from './what-is-set.js';

/** A mistake, and what its sentence needs: no value of the page, but IDs of apps and names of attributes. */
export type Mistake = [
  hint:
    | 'nothing'
    | 'missing'
    | 'token'
    | 'parser'
    | 'apps'
    | 'episodes'
    | 'contact'
    | 'attribute'
    | 'content',
  detail?: string,
];

/** The form of a bearer token (RFC 6750 section 2.1). */
const TOKEN = /^[\w.~+/-]+=*$/;

/** Written by hand, or by a script that had none. */
const PLACEHOLDER = /^(TOKEN|undefined|null)$/;

/** Parts of a page: a fallback is a link, with a few words. */
const PARTS =
  'main,header,footer,nav,section,article,aside,form,h1,script,private-podcast-subscribe';

/** Attributes of frameworks and of the page's own scripts. */
const OTHERS = /^(aria-|data-|x-|v-|@|:)/;

const plain = (name: string) => name.replace(/[-_]/g, '').toLowerCase();

/** Whether one letter more, less or in place of another makes the one name of the other. */
function isOneOff(a: string, b: string): boolean {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  const [lessA, lessB] = [restA.slice(1), restB.slice(1)];
  return lessA === lessB || lessA === restB || restA === lessB;
}

const isAlmost = (name: string, own: string) =>
  plain(name) === plain(own) || (own.length > 4 && isOneOff(plain(name), plain(own)));

function almostOurs(page: Page): Mistake[] {
  const { observedAttributes } = page.constructor as unknown as { observedAttributes: string[] };
  return page.getAttributeNames().flatMap((name): Mistake[] => {
    const isOther = !observedAttributes.includes(name) && !OTHERS.test(name);
    const meant = isOther && observedAttributes.find((own) => isAlmost(name, own));
    return meant ? [['attribute', `\`${name}\` to \`${meant}\``]] : [];
  });
}

const holdsParts = (child: Element) =>
  !child.slot && (child.matches(PARTS) || child.querySelector(PARTS) !== null);

function unknownApps(page: Page): string[] {
  const known = [...appTable, ...(page.appOverrides ?? [])].map(({ id }) => id);
  const named = String([page.apps, page.preferredApp, page.oneApp]).match(/[^\s,]+/g) ?? [];
  return named.filter((id) => !known.includes(id));
}

export function mistakesOf(page: Page): Mistake[] {
  const { token, endpoint, getToken, contact, episodes } = page;
  const isIdle = page.state === 'idle';
  const given = endpoint || token || getToken;
  const apps = unknownApps(page);
  const found: [unknown, ...Mistake][] = [
    [isIdle && !given, 'nothing'],
    [isIdle && given, 'missing', endpoint ? '`token` or `getToken`' : '`endpoint`'],
    [token && (!TOKEN.test(token.trim()) || PLACEHOLDER.test(token)), 'token'],
    [/\/rss\/*$/.test(page.parserUrl ?? ''), 'parser'],
    [apps.length, 'apps', apps.join(' ')],
    [episodes !== null && Number(episodes) !== episodeCount(episodes), 'episodes'],
    [contact && !contactUrl(contact, page.baseURI), 'contact'],
    [[...page.children].some(holdsParts), 'content'],
  ];
  return [
    ...almostOurs(page),
    ...found.flatMap(([is, ...mistake]): Mistake[] => (is ? [mistake] : [])),
  ];
}
