/**
 * The doctor's walk: the operator's calls 4.1 to 4.6 one after the other, the publisher's handler,
 * and the feed itself. Each step says whether it works and, if not, what to do.
 */
import { requiredFields } from '../../api/checks/complete-config.js';
import type { FeedServiceConfig } from '../../api/client.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { isSecureUrl, isWebUrl } from '../../urls/web-url.js';
import { isWebOrigin } from '../../publisher/handler/cors.js';
import type { SubscribeSecrets } from '../../publisher/tokens/signing-key.js';
import { walkFeed } from './feed.js';
import {
  failed,
  fieldName,
  type Finding,
  type Instruments,
  type NameOf,
  type Report,
} from './finding.js';
import { walkHandler } from './handler.js';
import { walkOperator, walkPublicEndpoints } from './operator.js';

export interface DoctorConfig extends Partial<FeedServiceConfig> {
  /** The URL of the publisher's subscribe handler, as browsers see it. */
  handlerUrl?: string | undefined;
  /** The handler's `secret`. */
  subscribeSecret?: SubscribeSecrets | undefined;
}

export interface DoctorOptions {
  config: DoctorConfig;
  email: string;
  sku: string;
  /** The page's origin, to check what its pages may read. */
  origin?: string | undefined;
  /** Gives the name that messages use for a field of the configuration; default: the field's own. */
  nameOf?: NameOf | undefined;
}

function checkVisit(handlerUrl: string | undefined, origin: string | undefined): void {
  if (origin !== undefined && !isWebOrigin(origin)) {
    throw new PrivatePodcastError(
      'config',
      '`origin` must be a web origin, such as "https://www.example.com": no path.',
    );
  }
  if (handlerUrl !== undefined && !(isWebUrl(handlerUrl) && isSecureUrl(handlerUrl))) {
    throw new PrivatePodcastError(
      'config',
      '`handlerUrl` must be an absolute https URL (plain http on loopback only).',
    );
  }
}

/** With a handler to check, the site may have the rest in its code. */
function missingFinding(names: readonly string[], hasHandler: boolean): Finding {
  const list = names.join(', ');
  const step = 'configuration';
  if (hasHandler) {
    const message = `The operator's calls are not checked. Missing: ${list}.`;
    return { step, result: 'warning', message };
  }
  const message = `Missing: ${list}. Set what the operator gave you, or check a handler alone with --handler.`;
  return { step, result: 'failed', code: 'config', message };
}

/** Walks the whole way and reports every step as it is done. It never rejects. */
export async function walk(
  { config, email, sku, origin, nameOf = fieldName }: DoctorOptions,
  report: Report,
): Promise<void> {
  const { handlerUrl, subscribeSecret, ...service } = config;
  const { fetch = globalThis.fetch, now = Date.now } = service;
  const instruments: Instruments = { fetch, now: () => Number(now()) };
  try {
    checkVisit(handlerUrl, origin);
  } catch (error) {
    report(failed('configuration', error));
    return;
  }

  // A publisher that hosts its own feeds has a handler and no operator.
  const missing = requiredFields.filter((field) => !service[field]);
  const hasNone = missing.length === requiredFields.length;
  let feedUrl: string | undefined;
  if (missing.length > 0 && !(handlerUrl && hasNone)) {
    report(missingFinding(missing.map(nameOf), handlerUrl !== undefined));
  } else if (!hasNone) {
    feedUrl = await walkOperator({ config: service, email, sku }, instruments, report);
  }
  if (feedUrl) await walkPublicEndpoints({ config: service, feedUrl, origin }, instruments, report);
  if (handlerUrl) {
    const visit = { url: handlerUrl, secret: subscribeSecret, email, sku, origin, nameOf };
    const given = await walkHandler(visit, instruments, report);
    if (feedUrl && given && new URL(given).host !== new URL(feedUrl).host) {
      report({
        step: 'handler',
        result: 'warning',
        message:
          'Its feed link is on another host than the operator’s. Compare its `service` with this configuration.',
      });
    }
    feedUrl ??= given;
  }
  if (feedUrl) await walkFeed(feedUrl, instruments, report);
}
