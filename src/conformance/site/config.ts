/** What `site` knows of a site: from a file, or from the variables of docs/start.md and examples/environment.md. */
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { isWebOrigin } from '../../publisher/handler/cors.js';
import { isSecureUrl, isWebUrl } from '../../urls/web-url.js';
import type { ConformanceConfig } from '../operator/config.js';

export interface SiteConfig extends Partial<ConformanceConfig> {
  /** The URL of the subscribe handler, as browsers see it. */
  handlerUrl?: string | undefined;
  /** The handler's `secret`. */
  subscribeSecret?: string | readonly string[] | undefined;
}

/** A configuration, and what messages say of it. */
export interface KnownSite {
  config: SiteConfig;
  /** Which variables were read, and which are not set. */
  read?: string | undefined;
  /** The name of a field: its own, or that of its variable. */
  nameOf: (field: string) => string;
  /** What is at odds in it. */
  conflict?: string | undefined;
}

/** The environment variables of each field. The first that is set counts. */
export const variables = {
  tokenUrl: ['TOKEN_URL'],
  baseUrl: ['BASE_URL'],
  parserUrl: ['PARSER_URL'],
  consumeUrl: ['CONSUME_URL'],
  clientId: ['CLIENT_ID'],
  clientSecret: ['CLIENT_SECRET'],
  onboardingOriginId: ['ONBOARDING_ORIGIN_ID'],
  handlerUrl: ['SUBSCRIBE_URL'],
  // The second is the service's name for it, where the service itself answers the element.
  subscribeSecret: ['SUBSCRIBE_SECRET', 'PPS_SUBSCRIBE_SECRET'],
} as const;

const fields = Object.entries(variables);

const TWO_SECRETS =
  'SUBSCRIBE_SECRET and PPS_SUBSCRIBE_SECRET differ. The first was taken. Leave only the one that the handler has.';

const variableOf = (field: string): string =>
  fields.find(([name]) => name === field)?.[1].join(' or ') ?? `\`${field}\``;

export function knownFromEnvironment(env: Readonly<Record<string, string | undefined>>): KnownSite {
  const set = fields.map(([field, names]) => ({ field, name: names.find((name) => env[name]) }));
  const read = set.flatMap(({ name }) => name ?? []);
  const missing = set.filter(({ name }) => !name).map(({ field }) => variableOf(field));
  const { SUBSCRIBE_SECRET: own, PPS_SUBSCRIBE_SECRET: ofService } = env;
  return {
    config: Object.fromEntries(set.map(({ field, name }) => [field, name && env[name]])),
    read: [
      `Read: ${read.join(', ') || 'nothing'}.`,
      ...(missing.length > 0 ? [`Not set: ${missing.join(', ')}.`] : []),
    ].join(' '),
    nameOf: variableOf,
    conflict: own && ofService && own !== ofService ? TWO_SECRETS : undefined,
  };
}

export const knownFromFile = (config: SiteConfig): KnownSite => ({
  config,
  nameOf: (field) => `\`${field}\``,
});

/** @throws {PrivatePodcastError} `config` */
export function requireAddresses({ handlerUrl }: SiteConfig, origin: string | undefined): void {
  const wrong = (message: string) => new PrivatePodcastError('config', message);
  if (origin !== undefined && !isWebOrigin(origin)) {
    throw wrong('`origin` must be a web origin, such as "https://www.example.com": no path.');
  }
  if (handlerUrl !== undefined && !(isWebUrl(handlerUrl) && isSecureUrl(handlerUrl))) {
    throw wrong('`handlerUrl` must be an absolute https URL (plain http on loopback only).');
  }
}
