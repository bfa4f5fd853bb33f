import { describe, expect, it } from 'vitest';
import type { AccessItem, Entitlement } from '../../../src/api/entitlements.js';
import {
  requireMember,
  type FlowCalls,
  type PrivateFeedRequest,
} from '../../../src/api/flow/private-feed.js';
import { findFeed } from '../../../src/api/flow/find-feed.js';
import { failure } from '../../support/operator/failures.js';
import { secrets } from '../../support/operator/operator.js';

const sku = 'sid:one';

/** The flow as the client runs it, without a cache. */
const privateFeed = async (calls: FlowCalls, { signal, ...request }: PrivateFeedRequest) =>
  findFeed(calls, requireMember(request), { createUsers: true, signal });
const named: Entitlement = { entitlementId: 'named', sku, title: 'The product' };
const another: Entitlement = { entitlementId: 'another', sku: 'sid:two' };

const feed: AccessItem = {
  title: 'The feed',
  filename: 'other.rss',
  url: secrets.feedUrl,
  mimeType: 'application/rss+xml',
  type: 'feed',
};

describe('findFeed', () => {
  const calls = (entitlement: Entitlement, item: AccessItem): FlowCalls => ({
    userByEmail: () => Promise.resolve({ id: 'id', userId: 'id' }),
    autoOnboard: () => Promise.resolve([entitlement]),
    access: () => Promise.resolve([item]),
  });

  it('passes on the URLs of a streaming-music app if they are web URLs', async () => {
    const streaming = {
      streamingUrl: 'https://open.example/show/1',
      streamingLinkUrl: 'https://a.example/',
    };
    const request = { email: secrets.email, sku };
    expect(await privateFeed(calls(named, { ...feed, ...streaming }), request)).toMatchObject(
      streaming,
    );
    const bad = { streamingUrl: 'javascript:x', streamingLinkUrl: 7 } as never;
    const plain = await privateFeed(calls(named, { ...feed, ...(bad as object) }), request);
    expect(plain).not.toHaveProperty('streamingUrl');
    expect(plain).not.toHaveProperty('streamingLinkUrl');
  });

  it('passes the signal to every call', async () => {
    const { signal } = new AbortController();
    const signals: unknown[] = [];
    const { userByEmail, autoOnboard, access } = calls(named, feed);
    const spying: FlowCalls = {
      userByEmail: (email, options) => (signals.push(options?.signal), userByEmail(email)),
      autoOnboard: (request) => (signals.push(request.signal), autoOnboard(request)),
      access: (id, options) => (signals.push(options.signal), access(id, options)),
    };
    await privateFeed(spying, { email: secrets.email, sku, signal });
    expect(signals).toEqual([signal, signal, signal]);
  });

  it.each([
    [/either `email` or `userId`/, { sku }],
    [/either `email` or `userId`/, { sku, email: secrets.email, userId: 'u' }],
    [/`sku`/, { sku: '', userId: 'u' }],
    [/`userId`/, { sku, userId: '..' }],
    [/`email`/, { sku, email: 'jane' }],
  ])('refuses a bad request with the message %s', async (message, request) => {
    const error = await failure(privateFeed(calls(named, feed), request as never));
    expect(error.code).toBe('bad-input');
    expect(error.message).toMatch(message);
  });

  it.each<[string, FlowCalls, string, RegExp]>([
    ['another product', calls(another, feed), 'no-access', /what the membership offers/],
    [
      'no items',
      { ...calls(named, feed), access: () => Promise.resolve([]) },
      'no-access',
      /offers/,
    ],
    ['no feed', calls(named, { ...feed, type: 'file' }), 'no-feed', /lists no RSS feed/],
  ])('says what to do if the answers have %s', async (_, failing, code, message) => {
    const error = await failure(privateFeed(failing, { userId: 'u', sku }));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
  });
});
