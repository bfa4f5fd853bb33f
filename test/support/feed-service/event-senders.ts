/**
 * Events as Stripe, Ghost and a system that speaks Standard Webhooks sign and send them. It uses nothing of the
 * service's check: `signatures.test.ts` holds that against published signatures.
 */
import { createHmac, randomUUID } from 'node:crypto';
import type { Catalogue } from '../../../src/service/catalogue/catalogue.js';
import { sku, type Backend } from './backend.js';

export const secrets = {
  billing: 'whsec_5f2d9c0a7b1e4638a4f0c9d2e7b81635',
  ghost: 'a-secret-that-a-publisher-chose',
  standard: `whsec_${Buffer.from('thirty-two bytes of a shared key').toString('base64')}`,
};

/** Sources of all three kinds. `openSku` is given by a price of Stripe's too. */
export const openSku = 'sid:open-show';
export const events = {
  billing: {
    kind: 'stripe',
    secret: secrets.billing,
    products: { prod_show: sku, price_extra: openSku, 'podcast-access': sku },
  },
  ghost: { kind: 'ghost', secret: secrets.ghost, products: { tier1: sku, paid: openSku } },
  standard: { kind: 'standard', secret: secrets.standard, products: { gold: sku, extra: openSku } },
} satisfies Catalogue['events'];

export type SourceName = keyof typeof events;

/** What a sender signs, and when it does so: in milliseconds. */
export interface Delivery {
  body: string;
  at?: number;
  secret?: string;
  /** Of Standard Webhooks alone. */
  id?: string;
}

const json = { 'Content-Type': 'application/json' };

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text);
const seconds = (at: number) => Math.floor(at / 1000);

export const sign: Record<SourceName, (delivery: Delivery) => Record<string, string>> = {
  billing: ({ body, at = Date.now(), secret = secrets.billing }) => ({
    ...json,
    'Stripe-Signature': `t=${seconds(at)},v1=${hmac(secret, `${seconds(at)}.${body}`).digest('hex')}`,
  }),
  ghost: ({ body, at = Date.now(), secret = secrets.ghost }) => ({
    ...json,
    'X-Ghost-Signature': `sha256=${hmac(secret, `${body}${at}`).digest('hex')}, t=${at}`,
  }),
  standard: ({ body, at = Date.now(), secret = secrets.standard, id = randomUUID() }) => ({
    ...json,
    'Webhook-Id': id,
    'Webhook-Timestamp': String(seconds(at)),
    'Webhook-Signature': `v1,${hmac(
      Buffer.from(secret.slice('whsec_'.length), 'base64'),
      `${id}.${seconds(at)}.${body}`,
    ).digest('base64')}`,
  }),
};

/** Sends an event; what is no text goes as JSON. */
export async function sendEvent(
  backend: Pick<Backend, 'send'>,
  name: SourceName,
  event: unknown,
  { headers, ...delivery }: Partial<Delivery> & { headers?: Record<string, string> } = {},
): Promise<Response> {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const signed = sign[name]({ body, ...delivery });
  return backend.send(`/events/${name}`, {
    method: 'POST',
    headers: { ...signed, ...headers },
    body,
  });
}

/** What the service says that it made of an event. */
export async function resultOf(answer: Promise<Response>): Promise<string> {
  const response = await answer;
  if (response.status !== 200) return String(response.status);
  return ((await response.json()) as { result: string }).result;
}

let numbered = 0;
const nextId = () => `evt_${(numbered += 1)}`;

/** An event of Stripe; `created` is in seconds. */
export const stripeEvent = (type: string, object: object, created: number, id = nextId()) => ({
  id,
  object: 'event',
  api_version: '2025-09-30.clover',
  created,
  type,
  livemode: false,
  data: { object },
});

export interface SubscriptionOptions {
  id?: string;
  customer?: string;
  status?: string;
  product?: string;
  price?: string;
  start?: number;
  end?: number;
}

export const stripeSubscription = ({
  id = 'sub_1',
  customer = 'cus_1',
  status = 'active',
  product = 'prod_show',
  price = 'price_1',
  start = 1_800_000_000,
  end = 1_802_592_000,
}: SubscriptionOptions = {}) => ({
  id,
  object: 'subscription',
  customer,
  status,
  items: {
    object: 'list',
    data: [
      {
        id: `si_${id}`,
        price: { id: price, object: 'price', product },
        current_period_start: start,
        current_period_end: end,
      },
    ],
  },
});

/** A member as Ghost sends it. */
export const ghostMember = (current: object, previous: object = {}) => ({
  member: { current, previous },
});
