/** The configuration of a conformance run: an operator's addresses, a client, and a test member. */
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { requireBaseUrl, requireHosts, requireId } from '../../api/checks/input.js';
import { isSecureUrl } from '../../urls/web-url.js';
import { requireEmail } from '../../api/checks/email-address.js';

export interface ConformanceConfig {
  /** Base URLs, as docs/interface.md 1 has them. Without the last two, 4.5 and 4.6 are skipped. */
  tokenUrl: string;
  baseUrl: string;
  parserUrl?: string | undefined;
  consumeUrl?: string | undefined;
  clientId: string;
  clientSecret: string;
  onboardingOriginId: string;
  /** Space-separated; default "vault:impersonate profile:user:read". */
  scope?: string | undefined;
  /** 4.5; default "service". */
  parserFormat?: string | undefined;
  /** A product … */
  sku: string;
  /** … the e-mail address of a test member who has access to it … */
  member: string;
  /** … and that of a user who is known to the operator and has none. */
  stranger?: string | undefined;
  /** Whether 4.2 may create the member, as the site's own client may; default true. */
  createUsers?: boolean | undefined;
  /** Hosts that plain http may go to, such as "service:8787". */
  allowInsecureHosts?: readonly string[] | undefined;
}

const required = [
  ...['tokenUrl', 'baseUrl', 'clientId', 'clientSecret', 'onboardingOriginId', 'sku', 'member'],
] as const;
const urls = ['tokenUrl', 'baseUrl', 'parserUrl', 'consumeUrl'] as const;
const texts = [...required, 'parserUrl', 'consumeUrl', 'scope', 'parserFormat', 'stranger'];

const wrong = (message: string) => new PrivatePodcastError('config', message);

/** Whether a secret may go to a URL: by https, on loopback, or to a host that is allowed. */
export function isSecure({ allowInsecureHosts = [] }: ConformanceConfig, url: string): boolean {
  return isSecureUrl(url) || allowInsecureHosts.includes(new URL(url).host);
}

/**
 * Checks a configuration. No message holds a value.
 * @throws {PrivatePodcastError} `config`
 */
export function requireConformanceConfig(config: ConformanceConfig): ConformanceConfig {
  const values = config as unknown as Record<string, unknown>;
  const missing = required.filter((name) => !values[name]);
  if (missing.length > 0) {
    throw wrong(`The configuration lacks ${missing.map((name) => `\`${name}\``).join(', ')}.`);
  }
  for (const name of texts) {
    const isRight = values[name] === undefined || typeof values[name] === 'string';
    if (!isRight) throw wrong(`\`${name}\` must be a text.`);
  }
  if (!['undefined', 'boolean'].includes(typeof config.createUsers)) {
    throw wrong('`createUsers` must be true or false.');
  }
  const hosts = requireHosts(config.allowInsecureHosts);
  const complete = { ...config, allowInsecureHosts: hosts };
  for (const name of urls) {
    if (config[name] !== undefined) complete[name] = requireBaseUrl(config[name], name, hosts);
  }
  try {
    for (const name of ['onboardingOriginId', 'sku'] as const) requireId(config[name], name);
    for (const address of [config.member, config.stranger]) {
      if (address !== undefined) requireEmail(address);
    }
  } catch {
    throw wrong(
      '`onboardingOriginId` and `sku` must be IDs, `member` and `stranger` e-mail addresses.',
    );
  }
  if (config.member === config.stranger) throw wrong('`member` and `stranger` must be two users.');
  return complete;
}

/**
 * The configuration in the values of a file.
 * @throws {PrivatePodcastError} `config`
 */
export function readConformanceConfig(
  values: Readonly<Record<string, unknown>>,
): ConformanceConfig {
  const isKnown = (name: string) => [...texts, 'createUsers', 'allowInsecureHosts'].includes(name);
  if (!Object.keys(values).every(isKnown)) {
    throw wrong('The configuration has a field that there is not. See --help.');
  }
  return requireConformanceConfig(values as unknown as ConformanceConfig);
}
