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

describe('the entitlement to a product', () => {
  it.each<[string, Entitlement[], Entitlement | undefined]>([
    ['names the product, if one does', [another, unnamed, named], named],
    ['or names no product', [another, unnamed], unnamed],
    ['and never names another product', [another], undefined],
    ['is none among none', [], undefined],
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

describe('the feed among access items', () => {
  it.each<[string, AccessItem[], AccessItem | undefined]>([
    ["has the product's file name, if one has", [feed, ownFeed], ownFeed],
    ['or is the first feed', [{ ...feed, type: 'file' }, feed, { ...feed }], feed],
    ['has the file name and is a feed', [{ ...ownFeed, type: 'file' }, feed], feed],
    ['is none among none', [], undefined],
  ])('%s', (_, items, chosen) => {
    expect(chooseFeed(items, sku)).toBe(chosen);
  });

  it.each<[string, Partial<AccessItem>]>([
    ['a type in capitals', { type: 'FEED' }],
    ['a media type in capitals', { mimeType: 'Application/RSS+XML' }],
    ['a media type with a parameter', { mimeType: 'application/rss+xml ; charset=utf-8' }],
  ])('may have %s', (_, fields) => {
    expect(chooseFeed([{ ...feed, ...fields }], sku)).toEqual({ ...feed, ...fields });
  });

  it.each<[string, Partial<AccessItem>]>([
    ['no type', { type: undefined }],
    ['another type', { type: 'feeds' }],
    ['no media type', { mimeType: undefined }],
    ['another media type', { mimeType: 'application/rss+xml2' }],
    ['no URL', { url: undefined }],
    ['a URL that is not http(s)', { url: 'feed:https://f.example' }],
  ])('may not have %s', (_, fields) => {
    expect(chooseFeed([{ ...feed, ...fields }], sku)).toBeUndefined();
  });
});

describe('the flow', () => {
  const calls = (entitlement: Entitlement, item: AccessItem): FlowCalls => ({
    userByEmail: () => Promise.resolve({ id: 'id', userId: 'id' }),
    autoOnboard: () => Promise.resolve([entitlement]),
    access: () => Promise.resolve([item]),
  });
  const titleOf = async (entitlement: Entitlement, item: AccessItem) =>
    (await privateFeed(calls(entitlement, item), { email: secrets.email, sku })).title;

  it('passes on where the show is in a streaming-music app, if it is a web URL', async () => {
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
    [{ sku }, /either `email` or `userId`/],
    [{ sku, email: secrets.email, userId: 'u' }, /either `email` or `userId`/],
    [{ sku: '', userId: 'u' }, /`sku`/],
    [{ sku, userId: '..' }, /`userId`/],
    [{ sku, email: 'jane' }, /`email`/],
  ])('does not begin with %j', async (request, message) => {
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
  ])('with %s says what to do', async (_, failing, code, message) => {
    const error = await failure(privateFeed(failing, { userId: 'u', sku }));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
  });
});
