/**
 * An operator as cases ask it: the calls of the interface, and what later calls need of earlier answers.
 * The first case that needs such an answer asks for it. A case for which it is missing is skipped, so that
 * one fault is seen by one case.
 */
import { fieldOf } from '../../api/answers/error-from-answer.js';
import { isId } from '../../api/checks/input.js';
import { defaultScope } from '../../api/client.js';
import { MAX_PODCAST_BYTES } from '../../api/parser.js';
import { defaultParserFormat } from '../../api/parser-url.js';
import { isWebUrl } from '../../urls/web-url.js';
import { isSuccess, type Answer, type Exchanges, type Request } from '../exchanges.js';
import { follow, mayEnter } from '../redirects.js';
import { OutOfTime, Skipped, without, withoutAnswer } from '../skipped.js';
import { isSecure, type ConformanceConfig } from './config.js';
import { feedAmong } from './feed-item.js';

/** Visible ASCII (RFC 6749 A.12). */
const SENDABLE = /^[\x21-\x7e]+$/;

/** The calls that are answered with JSON, by their sections. */
export type JsonSection = '4.1' | '4.2' | '4.3' | '4.4' | '4.5';

/** The name of the link of 4.4 in a report, before any reset. */
export const FEED_LINK = 'the feed link';

export type Fields = Record<string, unknown>;

/** How a call differs from the usual one; `undefined` leaves a field out. */
export interface Difference {
  /** The words for it in a report: "without `sku`". */
  as: string;
  fields?: Record<string, string | undefined>;
  /** The `Content-Type`; default: as the interface has it. */
  mediaType?: string;
  /** The `Authorization` header; null for none. Default: the client's own token. */
  authorization?: string | null;
}

const usual: Difference = { as: '' };

const withFields = (fields: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

const queryOf = (fields: Record<string, string | undefined>) =>
  new URLSearchParams(withFields(fields)).toString();

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a token can be sent in a header. */
export const isSendable = (token: unknown): token is string =>
  typeof token === 'string' && SENDABLE.test(token);

/** The ID in a user profile: one of the two fields is enough for the client. */
const idIn = (profile: unknown): string | undefined =>
  [fieldOf(profile, 'id'), fieldOf(profile, 'userId')].find(isId);

/** The JSON of a 2xx answer, in a call whose first three cases are status, media type and JSON. */
async function bodyOf(asked: Promise<Answer>, section: JsonSection): Promise<unknown> {
  const answer = await asked.catch((error: unknown) => withoutAnswer(`${section}-1`, error));
  if (!isSuccess(answer)) without(`${section}-1`);
  // One fault is told once: a body that is no JSON by its media type, or by its characters.
  const { body, mediaType } = answer;
  if (body === undefined) without(`${section}-${mediaType === 'application/json' ? 3 : 2}`);
  return body;
}

async function fieldsOf(asked: Promise<Answer>, section: JsonSection): Promise<Fields> {
  const body = await bodyOf(asked, section);
  return isObject(body) ? body : without(`${section}-3`);
}

/** The objects in a list: at least one. */
async function objectsOf(asked: Promise<Answer>, section: '4.3' | '4.4'): Promise<Fields[]> {
  const body = await bodyOf(asked, section);
  const objects = Array.isArray(body) ? body.filter(isObject) : [];
  return objects.length > 0 ? objects : without(`${section}-3`);
}

export class Operator {
  readonly scope: string;
  /** How 4.4 is asked for the link: once it has been replaced, again. */
  #afterReset = usual;

  constructor(
    readonly config: ConformanceConfig,
    readonly isDestructive: boolean,
    readonly exchanges: Exchanges,
  ) {
    this.scope = config.scope ?? defaultScope;
  }

  /** Whether a secret may go to a URL. */
  isSecure(url: string): boolean {
    return isSecure(this.config, url);
  }

  #ask(call: string, { as }: Difference, request: Omit<Request, 'asked'>): Promise<Answer> {
    return this.exchanges.ask({ ...request, asked: as ? `${call} ${as}` : call });
  }

  /** 4.1 */
  token(difference = usual): Promise<Answer> {
    const { clientId, clientSecret, tokenUrl } = this.config;
    return this.#ask('POST {tokenUrl}/oauth/token', difference, {
      url: `${tokenUrl}/oauth/token`,
      method: 'POST',
      headers: {
        'content-type': difference.mediaType ?? 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: queryOf({
        client_id: clientId,
        client_secret: clientSecret,
        grant_type: 'client_credentials',
        scope: this.scope,
        ...difference.fields,
      }),
    });
  }

  tokenFields(answer = this.token()): Promise<Fields> {
    return fieldsOf(answer, '4.1');
  }

  async accessToken(): Promise<string> {
    const { access_token: token } = await this.tokenFields();
    return isSendable(token) ? token : without('4.1-4');
  }

  /** A token of one scope alone. A case is skipped where the operator gives none. */
  async tokenOf(scope: string): Promise<string> {
    await this.accessToken();
    if (scope === '') throw new Skipped('`scope` of the configuration has only one.');
    if (!this.scope.split(' ').includes(scope)) {
      throw new Skipped(`\`scope\` of the configuration lacks ${scope}.`);
    }
    const none = new Skipped('The operator gives no token of one scope alone.');
    const asked = this.token({ as: `with ${scope} alone`, fields: { scope } });
    const fields = await this.tokenFields(asked).catch((error: unknown) => {
      throw error instanceof Skipped && !(error instanceof OutOfTime) ? none : error;
    });
    const { access_token: token, scope: granted } = fields;
    const isNarrow = granted === undefined || granted === null || granted === scope;
    if (!isSendable(token) || !isNarrow) throw none;
    return token;
  }

  /** A call of 4.2 to 4.4, with the client's token unless the difference says otherwise. */
  async #call(
    call: string,
    difference: Difference,
    path: string,
    init: Pick<Request, 'method' | 'headers' | 'body'> = {},
  ): Promise<Answer> {
    const { authorization = `Bearer ${await this.accessToken()}` } = difference;
    return this.#ask(call, difference, {
      ...init,
      url: `${this.config.baseUrl}${path}`,
      headers: {
        accept: 'application/json',
        ...init.headers,
        ...(authorization !== null && { authorization }),
      },
    });
  }

  /**
   * 4.2 of the member. Only for the member is `forceCreation` sent, as the flow does.
   * @param address the member's as it goes into the path; default: percent-encoded as usual.
   */
  profile(difference = usual, address = encodeURIComponent(this.config.member)): Promise<Answer> {
    const { createUsers = true } = this.config;
    const query = queryOf({ forceCreation: String(createUsers), ...difference.fields });
    const path = `/profile/email/${address}${query && `?${query}`}`;
    return this.#call('GET {baseUrl}/profile/email/{member}', difference, path);
  }

  /** 4.2 of anybody else. @param query creates nobody unless it says so. */
  otherProfile(
    who: string,
    address: string,
    query: '' | '?forceCreation=true' = '',
  ): Promise<Answer> {
    const path = `/profile/email/${encodeURIComponent(address)}${query}`;
    return this.#call(`GET {baseUrl}/profile/email/{${who}}`, usual, path);
  }

  profileFields(answer = this.profile()): Promise<Fields> {
    return fieldsOf(answer, '4.2');
  }

  async userId(): Promise<string> {
    return idIn(await this.profileFields()) ?? without('4.2-4');
  }

  /** The ID of the stranger; undefined if the operator knows none. */
  async strangerId(): Promise<string | undefined> {
    const { stranger } = this.config;
    if (stranger === undefined) return undefined;
    const userId = await this.userId();
    const { status, body } = await this.otherProfile('stranger', stranger);
    const id = status === 200 ? idIn(body) : undefined;
    return id === userId ? undefined : id;
  }

  /** As {@link strangerId}, for a case that is about the stranger. */
  async requireStranger(): Promise<string> {
    if (this.config.stranger === undefined) throw new Skipped('`stranger` is not configured.');
    const id = await this.strangerId();
    if (id !== undefined) return id;
    throw new Skipped('The operator knows no such user, and this command creates nobody.');
  }

  /** 4.3 */
  async onboard(difference = usual, body?: string): Promise<Answer> {
    const { onboardingOriginId, sku } = this.config;
    const userId = await this.userId();
    const fields = { onboardingOriginId, userId, sku, origin: 'EXTERNAL', ...difference.fields };
    const path = '/vault/entitlements/auto-onboard';
    return this.#call(`POST {baseUrl}${path}`, difference, path, {
      method: 'POST',
      headers: { 'content-type': difference.mediaType ?? 'application/json' },
      body: body ?? JSON.stringify(withFields(fields)),
    });
  }

  entitlements(answer = this.onboard()): Promise<Fields[]> {
    return objectsOf(answer, '4.3');
  }

  /** The entitlement that the client would take. */
  async entitlementId(): Promise<string> {
    const found = await this.entitlements();
    const { entitlementId } = found.find(({ sku }) => sku === this.config.sku) ?? found[0] ?? {};
    return isId(entitlementId) ? entitlementId : without('4.3-4');
  }

  /** 4.4. `entitlementId` is a field of the difference, too. */
  async access({
    fields: { entitlementId, ...fields } = {},
    ...difference
  } = usual): Promise<Answer> {
    const id = entitlementId ?? (await this.entitlementId());
    const query = queryOf({ userId: await this.userId(), format: 'RSS', ...fields });
    return this.#call(
      'GET {baseUrl}/vault/entitlements/{entitlementId}/access',
      difference,
      `/vault/entitlements/${encodeURIComponent(id)}/access?${query}`,
    );
  }

  items(answer = this.access(this.#afterReset)): Promise<Fields[]> {
    return objectsOf(answer, '4.4');
  }

  /** The item that the client would take: the feed. */
  async item(): Promise<Fields> {
    return feedAmong(await this.items(), this.config.sku) ?? without('4.4-3');
  }

  async feedUrl(): Promise<string> {
    const { url } = await this.item();
    return isWebUrl(url) ? url : without('4.4-9');
  }

  /** Opens a feed link as an app does: wherever it leads, but not from https to http. */
  async open(as: string, link: string): Promise<Answer> {
    if (!this.isSecure(link)) return without('4.4-9');
    return follow(link, {
      ask: (url, step) =>
        this.exchanges.ask({ asked: `GET ${as}${step}`, url, maxBytes: MAX_PODCAST_BYTES }),
      most: 5,
      mayLead: (to, from) =>
        (to.protocol === 'https:' || to.protocol === from.protocol) &&
        mayEnter(to, new URL(link)) &&
        this.isSecure(to.href),
    });
  }

  /** Replaces the member's link (docs/service.md 5), or asks for a call that there is not. */
  async reset(action = 'reset'): Promise<Answer> {
    const id = encodeURIComponent(await this.entitlementId());
    const query = queryOf({ userId: await this.userId() });
    if (action === 'reset') this.#afterReset = { as: 'after the reset' };
    return this.#call(
      `POST {baseUrl}/vault/entitlements/{entitlementId}/${action}`,
      usual,
      `/vault/entitlements/${id}/${action}?${query}`,
      { method: 'POST' },
    );
  }

  /** 4.5 */
  async parse(difference = usual): Promise<Answer> {
    const { parserUrl, parserFormat = defaultParserFormat } = this.config;
    if (parserUrl === undefined) throw new Skipped('`parserUrl` is not configured.');
    const url = await this.feedUrl();
    return this.#ask('GET {parserUrl}/rss', difference, {
      url: `${parserUrl}/rss?${queryOf({ url, format: parserFormat, ...difference.fields })}`,
      headers: { accept: 'application/json' },
      maxBytes: MAX_PODCAST_BYTES,
    });
  }

  podcast(): Promise<Fields> {
    return fieldsOf(this.parse(), '4.5');
  }

  /** 4.6. A redirect within the same origin is followed: the URL goes nowhere that does not have it. */
  async page(locale: string, difference = usual): Promise<Answer> {
    const { consumeUrl } = this.config;
    if (consumeUrl === undefined) throw new Skipped('`consumeUrl` is not configured.');
    const query = queryOf({ rss: await this.feedUrl(), ...difference.fields });
    return follow(`${consumeUrl}/${locale}${query && `?${query}`}`, {
      ask: (url, step) =>
        this.#ask(
          `GET {consumeUrl}/${locale}`,
          { as: `${difference.as}${step}`.trim() },
          { url, headers: { accept: 'text/html' } },
        ),
      most: 3,
      mayLead: (to, from) => to.origin === from.origin,
    });
  }
}
