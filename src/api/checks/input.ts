/** Checks of what a caller gives, before it is sent. No message repeats a value. */
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { isSecureUrl, isWebUrl, parseUrl, withoutTrailingSlash } from '../../urls/web-url.js';

/** Characters of an ID. None that occurs is half as long. */
const MAX_ID_LENGTH = 512;

/** Whether a value is an ID that can go into a path, a query or a body. `.` and `..` would change the path. */
export function isId(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= MAX_ID_LENGTH &&
    /^[^\s\p{Cc}\p{Cs}]+$/u.test(value) &&
    !/^\.{1,2}$/.test(value)
  );
}

/** The error for an ID that is not one. */
export function invalidId(field: string): PrivatePodcastError {
  return new PrivatePodcastError(
    'bad-input',
    `\`${field}\` is not valid. Pass it exactly as the operator or an earlier call gave it.`,
  );
}

/**
 * An ID.
 * @throws {PrivatePodcastError} `bad-input`, naming the field.
 */
export function requireId(value: unknown, field: string): string {
  if (isId(value)) return value;
  throw invalidId(field);
}

/**
 * A feed URL.
 * @throws {PrivatePodcastError} `bad-input`
 */
export function requireFeedUrl(value: unknown): string {
  if (isWebUrl(value)) return value;
  throw new PrivatePodcastError(
    'bad-input',
    'The feed URL is not a valid http(s) URL. Pass it as the feed service gave it.',
  );
}

/**
 * Hosts that plain http may go to, such as "service:8787" in a network of containers.
 * @throws {PrivatePodcastError} `config` if an item is not a host with or without a port.
 */
export function requireHosts(hosts: readonly string[] | undefined): readonly string[] {
  const hostOf = (host: unknown) =>
    typeof host === 'string' && /^[^\s/@*?#]+$/.test(host)
      ? parseUrl(`http://${host}/`)?.host
      : undefined;
  const read = Array.isArray(hosts ?? []) ? (hosts ?? []).map(hostOf) : [undefined];
  if (read.every((host) => host !== undefined)) return read;
  throw new PrivatePodcastError(
    'config',
    '`allowInsecureHosts` must list hosts, such as "service:8787": no scheme, no path, no wildcard.',
  );
}

/** The paths of the calls. Any other is right: operators have the interface below such as `/api/v2`. */
const OWN_PATH =
  /\/(?:oauth\/token|vault(?:\/entitlements(?:\/.*)?)?|profile(?:\/email(?:\/.*)?)?|rss)$/;

/**
 * A base URL of the configuration, as `URL` writes it, without its trailing slashes.
 * @param field the name of the field, for the message.
 * @param insecureHosts hosts that plain http may go to.
 * @throws {PrivatePodcastError} `config` if it is missing, if a secret must not be sent there, or if it ends in
 * the path of a call.
 */
export function requireBaseUrl(
  value: string | undefined,
  field: string,
  insecureHosts?: readonly string[],
): string {
  if (!value) {
    throw new PrivatePodcastError('config', `\`${field}\` is missing. Set it to the base URL.`);
  }
  const url = isWebUrl(value) ? new URL(value) : undefined;
  const isSafe = url && (isSecureUrl(value) || insecureHosts?.includes(url.host));
  if (!isSafe || url.search || url.hash || url.username || url.password) {
    throw new PrivatePodcastError(
      'config',
      `\`${field}\` is not a valid base URL. Use an https URL (plain http on loopback${insecureHosts ? ' and `allowInsecureHosts`' : ''} only) without a user name, query or fragment.`,
    );
  }
  // Not as it was written: a blank or an empty query at the end would come before the path.
  const base = withoutTrailingSlash(url.origin + url.pathname);
  const [tooMany] = OWN_PATH.exec(withoutTrailingSlash(url.pathname)) ?? [];
  if (tooMany !== undefined && !field.endsWith('consumeUrl')) {
    throw new PrivatePodcastError(
      'config',
      `\`${field}\` has a path too many. Cut off \`${tooMany}\`, which each call adds.`,
    );
  }
  return base;
}

/**
 * A time span of the configuration.
 * @returns milliseconds, or undefined if it is not set.
 * @throws {PrivatePodcastError} `config`, naming the field.
 */
export function optionalDuration(value: number | undefined, field: string): number | undefined {
  if (value === undefined || (Number.isFinite(value) && value > 0)) return value;
  throw new PrivatePodcastError('config', `\`${field}\` must be a number of milliseconds above 0.`);
}
