/** Checks a client's configuration as a whole, before the first call is made. */
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import type { FeedServiceConfig } from '../client.js';
import { requireBaseUrl, requireHosts, requireId } from './input.js';

/** The fields that the calls 4.1 to 4.4 need. */
export const requiredFields = [
  'tokenUrl',
  'baseUrl',
  'clientId',
  'clientSecret',
  'onboardingOriginId',
] as const;

/**
 * Checks that a configuration has all that `privateFeed` needs.
 * @throws {PrivatePodcastError} `config`, naming every field that is missing, or the first one that
 * is not valid.
 */
export function requireCompleteConfig(
  config: Partial<FeedServiceConfig>,
): asserts config is FeedServiceConfig {
  const missing = requiredFields.filter((field) => !config[field]);
  if (missing.length > 0) {
    const names = missing.map((field) => `\`${field}\``).join(', ');
    throw new PrivatePodcastError(
      'config',
      `\`service\` lacks ${names}. Set what the operator gave you, or pass an object with \`privateFeed\`.`,
    );
  }
  const insecureHosts = requireHosts(config.allowInsecureHosts);
  for (const field of ['tokenUrl', 'baseUrl'] as const) {
    requireBaseUrl(config[field], field, insecureHosts);
  }
  try {
    requireId(config.onboardingOriginId, 'onboardingOriginId');
  } catch (error) {
    throw new PrivatePodcastError('config', (error as PrivatePodcastError).message);
  }
}
