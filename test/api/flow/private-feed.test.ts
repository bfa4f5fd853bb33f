import { describe, expect, it } from 'vitest';
import type { AccessItem, Entitlement } from '../../../src/api/entitlements.js';
import {
  chooseEntitlement,
  chooseFeed,
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
const unnamed: Entitlement = { entitlementId: 'unnamed' };
const another: Entitlement = { entitlementId: 'another', sku: 'sid:two' };

describe('chooseEntitlement', () => {
  it.each<[string, Entitlement[], Entitlement | undefined]>([
    ['prefers the entitlement that names the product', [another, unnamed, named], named],
    [
      'takes an entitlement that names no product, if none names this one',
      [another, unnamed],
      unnamed,
    ],
    ['never takes an entitlement that names another product', [another], undefined],
    ['returns undefined for an empty list', [], undefined],
  ])('%s', (_, entitlements, chosen) => {
    expect(chooseEntitlement(entitlements, sku)).toBe(chosen);
  });
});

const feed: AccessItem = {
  title: 'The feed',
  filename: 'other.rss',
  url: secrets.feedUrl,
  mimeType: 'application/rss+xml',
  type: 'feed',
};
const ownFeed: AccessItem = { ...feed, filename: `${sku}_private.rss` };

describe('chooseFeed', () => {
  it.each<[string, AccessItem[], AccessItem | undefined]>([
    ["prefers the feed with the product's file name", [feed, ownFeed], ownFeed],
    [
      'takes the first feed, if none has the file name',
      [{ ...feed, type: 'file' }, feed, { ...feed }],
      feed,
    ],
    [
      'skips an item that has the file name but is not a feed',
      [{ ...ownFeed, type: 'file' }, feed],
      feed,
    ],
    ['returns undefined for an empty list', [], undefined],
  ])('%s', (_, items, chosen) => {
    expect(chooseFeed(items, sku)).toBe(chosen);
  });

  it.each<[string, Partial<AccessItem>]>([
    ['a type in capitals', { type: 'FEED' }],
    ['a media type in capitals', { mimeType: 'Application/RSS+XML' }],
    ['a media type with a parameter', { mimeType: 'application/rss+xml ; charset=utf-8' }],
  ])('takes a feed with %s', (_, fields) => {
    expect(chooseFeed([{ ...feed, ...fields }], sku)).toEqual({ ...feed, ...fields });
  });

  it.each<[string, Partial<AccessItem>]>([
    ['no type', { type: undefined }],
    ['another type', { type: 'feeds' }],
    ['no media type', { mimeType: undefined }],
    ['another media type', { mimeType: 'application/rss+xml2' }],
    ['no URL', { url: undefined }],
    ['a URL that is not http(s)', { url: 'feed:https://f.example' }],
  ])('skips an item with %s', (_, fields) => {
    expect(chooseFeed([{ ...feed, ...fields }], sku)).toBeUndefined();
  });
});

describe('findFeed', () => {
  const calls = (entitlement: Entitlement, item: AccessItem): FlowCalls => ({
    userByEmail: () => Promise.resolve({ id: 'id', userId: 'id' }),
    autoOnboard: () => Promise.resolve([entitlement]),
    access: () => Promise.resolve([item]),
  });
  const titleOf = async (entitlement: Entitlement, item: AccessItem) =>
    (await privateFeed(calls(entitlement, item), { email: secrets.email, sku })).title;

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

  it("takes the feed's title, else the product's, else an empty one", async () => {
    expect(await titleOf(named, feed)).toBe('The feed');
    expect(await titleOf(named, { ...feed, title: undefined })).toBe('The product');
    expect(await titleOf(unnamed, { ...feed, title: undefined })).toBe('');
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
