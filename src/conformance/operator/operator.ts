/**
 * A visit to an operator: the calls of the interface as cases ask them, and what later calls need of
 * earlier answers. What a call needs is asked for when the first case needs it. A case whose
 * ground is missing is skipped, so that one fault is seen by one case.
 */
import { fieldOf } from '../../api/answers/error-from-answer.js';
import { isId } from '../../api/checks/input.js';
import { defaultScope } from '../../api/client.js';
import { MAX_PODCAST_BYTES } from '../../api/parser.js';
import { defaultParserFormat } from '../../api/parser-url.js';
import { isWebUrl } from '../../urls/web-url.js';
import { isSecure, type ConformanceConfig } from './config.js';
import { feedAmong } from './feed-item.js';
import {
  isSuccess,
  NoAnswer,
  OutOfTime,
  Skipped,
  type Answer,
  type Exchanges,
} from '../exchanges.js';
import type { Redactor } from '../redact.js';
import { follow, mayEnter } from '../redirects.js';
import type { CaseId } from './statements.js';

/** Visible ASCII (RFC 6749 A.12). */
const SENDABLE = /^[\x21-\x7e]+$/;

type Section = '4.1' | '4.2' | '4.3' | '4.4' | '4.5';

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

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a token can be sent in a header. */
export const isSendable = (token: unknown): token is string =>
  typeof token === 'string' && SENDABLE.test(token);

export class Visit {
  readonly scope: string;
  /** How 4.4 is asked for the link: once it has been replaced, again. */
  #afterReset = usual;

  constructor(
    readonly config: ConformanceConfig,
    readonly isDestructive: boolean,
    readonly exchanges: Exchanges,
    readonly redactor: Redactor,
  ) {
    this.scope = config.scope ?? defaultScope;
    const { member, stranger, clientId, clientSecret, onboardingOriginId } = config;
    for (const secret of [member, stranger, clientSecret]) redactor.learn(secret);
    for (const name of [clientId, onboardingOriginId]) redactor.learnName(name);
    for (const address of [member, stranger]) redactor.learnName(address?.replace(/@.*/s, ''));
  }

  /** Skips a case whose ground has not passed. */
  without(id: CaseId): never {
    throw new Skipped(`${id} did not pass.`);
  }

  /** Takes no notice of a call that has no answer, or has no ground; other errors go on. */
  pass(error: unknown): undefined {
    const isOver = error instanceof OutOfTime;
    if (isOver || !(error instanceof NoAnswer || error instanceof Skipped)) throw error;
  }

  /** As {@link without}, for an error of a call; other errors go on. */
  skipWithout(id: CaseId, error: unknown): never {
    throw error instanceof NoAnswer ? new Skipped(`${id} did not pass.`) : error;
  }

  /** The JSON of a 2xx answer, in a call whose first three cases are status, media type and JSON. */
  async bodyOf(answer: Promise<Answer>, section: Section): Promise<unknown> {
    const came = await answer.catch((error: unknown) => this.skipWithout(`${section}-1`, error));
    const { mediaType, body } = came;
    if (!isSuccess(came)) this.without(`${section}-1`);
    // One fault is told once: a body that is no JSON by its media type, or by its characters.
    if (body === undefined) this.without(`${section}-${mediaType === 'application/json' ? 3 : 2}`);
    return body;
  }

  /** Whether a secret may go to a URL. */
  isSecure(url: string): boolean {
    return isSecure(this.config, url);
  }

  #ask(call: string, { as }: Difference, request: Omit<Parameters<Exchanges['ask']>[0], 'asked'>) {
    return this.exchanges.ask({ ...request, asked: as ? `${call} ${as}` : call });
  }

  /** 4.1 */
  token(difference = usual): Promise<Answer> {
    const { clientId, clientSecret, tokenUrl } = this.config;
    const form = withFields({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'client_credentials',
      scope: this.scope,
      ...difference.fields,
    });
    const answer = this.#ask('POST {tokenUrl}/oauth/token', difference, {
      url: `${tokenUrl}/oauth/token`,
      method: 'POST',
      headers: {
        'content-type': difference.mediaType ?? 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: new URLSearchParams(form).toString(),
    });
    return answer.then((came) => {
      this.redactor.learn(fieldOf(came.body, 'access_token'));
      return came;
    });
  }

  /** The fields of an access token. */
  async tokenFields(answer = this.token()): Promise<Fields> {
    const body = await this.bodyOf(answer, '4.1');
    if (!isObject(body)) return this.without('4.1-3');
    this.redactor.learn(body.access_token);
    return body;
  }

  async accessToken(): Promise<string> {
    const { access_token: token } = await this.tokenFields();
    return isSendable(token) ? token : this.without('4.1-4');
  }

  /** A token of one scope alone. A case is skipped where the operator gives none. */
  async tokenOf(scope: string): Promise<string> {
    await this.accessToken();
    if (scope === '') throw new Skipped('`scope` of the configuration has only one.');
    if (!this.scope.split(' ').includes(scope)) {
      throw new Skipped(`\`scope\` of the configuration lacks ${scope}.`);
    }
    const none = () => new Skipped('The operator gives no token of one scope alone.');
    let fields: Fields;
    try {
      fields = await this.tokenFields(this.token({ as: `with ${scope} alone`, fields: { scope } }));
    } catch (error) {
      throw error instanceof Skipped && !(error instanceof OutOfTime) ? none() : error;
    }
    const { access_token: token, scope: granted } = fields;
    const isNarrow = granted === undefined || granted === null || granted === scope;
    if (!isSendable(token) || !isNarrow) throw none();
    return token;
  }

  /** A call of 4.2 to 4.4, with the client's token unless the difference says otherwise. */
  async #call(
    call: string,
    difference: Difference,
    path: string,
    init: { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string } = {},
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
   * 4.2 of the member. `forceCreation` is sent as the flow does, for the member alone.
   * @param address the member's as it goes into the path; default: percent-encoded as usual.
   */
  profile(difference = usual, address = encodeURIComponent(this.config.member)): Promise<Answer> {
    const fields = withFields({ forceCreation: 'true', ...difference.fields });
    const query = new URLSearchParams(fields).toString();
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

  async profileFields(answer = this.profile()): Promise<Fields> {
    const body = await this.bodyOf(answer, '4.2');
    if (!isObject(body)) return this.without('4.2-3');
    for (const id of [body.id, body.userId]) {
      this.redactor.learn(id);
      if (typeof id === 'string') this.redactor.learnName(id.slice(id.indexOf('|') + 1));
    }
    return body;
  }

  async userId(): Promise<string> {
    const { id, userId } = await this.profileFields();
    const usable = [id, userId].find(isId);
    return usable ?? this.without('4.2-4');
  }

  /** The ID of the stranger; undefined if the operator knows none. */
  async strangerId(): Promise<string | undefined> {
    const { stranger } = this.config;
    if (stranger === undefined) return undefined;
    const userId = await this.userId();
    const { status, body } = await this.otherProfile('stranger', stranger);
    const id =
      status === 200 ? [fieldOf(body, 'id'), fieldOf(body, 'userId')].find(isId) : undefined;
    this.redactor.learn(id);
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
    return this.#call(
      'POST {baseUrl}/vault/entitlements/auto-onboard',
      difference,
      '/vault/entitlements/auto-onboard',
      {
        method: 'POST',
        headers: { 'content-type': difference.mediaType ?? 'application/json' },
        body: body ?? JSON.stringify(withFields(fields)),
      },
    );
  }

  /** The objects among the entitlements: at least one. */
  async entitlements(answer = this.onboard()): Promise<Fields[]> {
    const body = await this.bodyOf(answer, '4.3');
    const objects = Array.isArray(body) ? body.filter(isObject) : [];
    return objects.length > 0 ? objects : this.without('4.3-3');
  }

  /** The entitlement that the client would take. */
  async entitlementId(): Promise<string> {
    const found = await this.entitlements();
    const { entitlementId } = found.find(({ sku }) => sku === this.config.sku) ?? found[0] ?? {};
    this.redactor.learn(entitlementId);
    return isId(entitlementId) ? entitlementId : this.without('4.3-4');
  }

  /** 4.4. `entitlementId` is a field of the difference, too. */
  async access({
    fields: { entitlementId, ...fields } = {},
    ...difference
  } = usual): Promise<Answer> {
    const id = entitlementId ?? (await this.entitlementId());
    const query = withFields({ userId: await this.userId(), format: 'RSS', ...fields });
    return this.#call(
      'GET {baseUrl}/vault/entitlements/{entitlementId}/access',
      difference,
      `/vault/entitlements/${encodeURIComponent(id)}/access?${new URLSearchParams(query).toString()}`,
    );
  }

  /** The objects among the items: at least one. */
  async items(answer = this.access(this.#afterReset)): Promise<Fields[]> {
    const body = await this.bodyOf(answer, '4.4');
    const items = Array.isArray(body) ? body.filter(isObject) : [];
    for (const { url } of items) {
      this.redactor.learn(url);
      if (!isWebUrl(url)) continue;
      const { pathname, searchParams } = new URL(url);
      for (const part of [...pathname.split('/'), ...searchParams.values()]) this.#learnPart(part);
    }
    return items.length > 0 ? items : this.without('4.4-3');
  }

  /** The item that the client would take: the feed. */
  async item(): Promise<Fields> {
    return feedAmong(await this.items(), this.config.sku) ?? this.without('4.4-3');
  }

  /** The secret part of a feed URL is long. */
  #learnPart(part: string): void {
    if (part.length >= 16) this.redactor.learn(part);
  }

  async feedUrl(): Promise<string> {
    const { url } = await this.item();
    return isWebUrl(url) ? url : this.without('4.4-9');
  }

  /** Opens a feed link as an app does: wherever it leads, but not from https to http. */
  async open(as: string, link: string): Promise<Answer> {
    if (!this.isSecure(link)) return this.without('4.4-9');
    return follow(link, {
      ask: (url, step) =>
        this.exchanges.ask({ asked: `GET ${as}${step}`, url, maxBytes: MAX_PODCAST_BYTES }),
      most: 5,
      mayLead: (to, from) => {
        const isKept = to.protocol === 'https:' || to.protocol === from.protocol;
        if (!isKept || !mayEnter(to, new URL(link)) || !this.isSecure(to.href)) return false;
        this.redactor.learn(to.href);
        return true;
      },
    });
  }

  /** Replaces the member's link (docs/service.md 5), or asks for a call that there is not. */
  async reset(action = 'reset'): Promise<Answer> {
    const query = new URLSearchParams({ userId: await this.userId() });
    const id = encodeURIComponent(await this.entitlementId());
    if (action === 'reset') this.#afterReset = { as: 'after the reset' };
    return this.#call(
      `POST {baseUrl}/vault/entitlements/{entitlementId}/${action}`,
      usual,
      `/vault/entitlements/${id}/${action}?${query.toString()}`,
      { method: 'POST' },
    );
  }

  /** 4.5 */
  async parse(difference = usual): Promise<Answer> {
    const { parserUrl, parserFormat = defaultParserFormat } = this.config;
    if (parserUrl === undefined) throw new Skipped('`parserUrl` is not configured.');
    const fields = { url: await this.feedUrl(), format: parserFormat, ...difference.fields };
    const query = new URLSearchParams(withFields(fields)).toString();
    return this.#ask('GET {parserUrl}/rss', difference, {
      url: `${parserUrl}/rss?${query}`,
      headers: { accept: 'application/json' },
      maxBytes: MAX_PODCAST_BYTES,
    });
  }

  async podcast(): Promise<Fields> {
    const body = await this.bodyOf(this.parse(), '4.5');
    return isObject(body) ? body : this.without('4.5-3');
  }

  /** 4.6. A redirect within the same origin is followed: the URL goes nowhere that does not have it. */
  async page(locale: string, difference = usual): Promise<Answer> {
    const { consumeUrl } = this.config;
    if (consumeUrl === undefined) throw new Skipped('`consumeUrl` is not configured.');
    const fields = withFields({ rss: await this.feedUrl(), ...difference.fields });
    const query = new URLSearchParams(fields).toString();
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
