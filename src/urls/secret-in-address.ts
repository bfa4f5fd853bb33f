/** Whether the address of a page holds a secret: a feed URL, a login link's token, a consume page's code. */

/** Names under which this package or a publisher's login passes secrets. */
const secretName =
  /^(rss|h|c|code|key|auth|hash|otp|jwt|sid|sig|ticket|.*(token|secret|signature|session|password))$/i;

/** Names that analytics add to a link: long values, but no secrets. */
const trackingName = /^(utm_\w+|\w*clid|igsh(id)?|mc_[ce]id|_hs\w+|ref)$/i;

/** Random codes have these, and words do not: letters as numbers have them, of both cases, or between digits. */
const mixtures = [/^[\da-f-]+$/i, /[a-z].*[A-Z]|[A-Z].*[a-z]/, /(\d+[a-z]+){3}/i];

/** Part of a URL with the length and the mix of characters of a random code. */
function looksRandom(part: string): boolean {
  const runs = part.match(/[\w-]{16,}/g) ?? [];
  return runs.some((run) => /\d/.test(run) && mixtures.some((mixture) => mixture.test(run)));
}

/**
 * Errs on the side of a secret. The fragment is not looked at, as it goes nowhere.
 * @example
 * holdsSecret(new URL('https://news.example/podcast?show=2')); // false
 * holdsSecret(new URL('https://news.example/consume/en?rss=https%3A%2F%2Ffeeds.example')); // true
 */
export function holdsSecret({ username, password, pathname, searchParams }: URL): boolean {
  if (username || password) return true;
  if (pathname.split('/').some(looksRandom)) return true;
  return [...searchParams].some(
    ([name, value]) =>
      secretName.test(name) ||
      (!trackingName.test(name) && (value.includes('://') || looksRandom(value))),
  );
}
