import { describe, expect, it } from 'vitest';
import { createSubscribeHandler } from '../../../src/publisher/handler/subscribe-handler.js';
import { page, secret } from '../../support/publisher/member.js';
import { configFor } from '../../support/operator/operator.js';

const service = configFor('http://127.0.0.1');
const allowedOrigins = [page];
const config = expect.objectContaining({ code: 'config' }) as Error;

describe('createSubscribeHandler: options', () => {
  it('requires its options by type and at run time', () => {
    // @ts-expect-error `service` is missing
    expect(() => createSubscribeHandler({ secret, allowedOrigins })).toThrow(config);
    // @ts-expect-error `allowedOrigins` is missing
    expect(() => createSubscribeHandler({ service, secret })).toThrow(config);
    // @ts-expect-error `secret` or `verifyToken` is missing
    expect(() => createSubscribeHandler({ service, allowedOrigins })).toThrow(config);
    const { tokenUrl, baseUrl, clientId, onboardingOriginId } = service;
    const incomplete = { tokenUrl, baseUrl, clientId, onboardingOriginId };
    // @ts-expect-error `clientSecret` is missing
    expect(() => createSubscribeHandler({ service: incomplete, secret, allowedOrigins })).toThrow(
      config,
    );
  });

  it.each([
    ['`onError` must be a function.', { onError: 'console' }],
    ['`verifyToken` must be a function.', { verifyToken: {} }],
    ['`service.privateFeed` must be a function.', { service: { privateFeed: 1 } }],
    ['`cache` needs `getItem` and `setItem`', { cache: {} }],
    ['`handoffCache` needs `getItem` and `setItem`', { handoffCache: {} }],
    ['`publisher.name` must be one line of text', { publisher: { name: ' ' } }],
    ['`publisher.name` must be one line of text', { publisher: null }],
    ['`publisher.url` must be an https URL', { publisher: { name: 'N', url: '/member' } }],
    ['`publisher.accent` must be a CSS hex colour', { publisher: { name: 'N', accent: 'teal' } }],
    ['`publisher.contact` must be a mail address', { publisher: { name: 'N', contact: 'us' } }],
  ])('throws: %s', (message, options) => {
    expect(() =>
      createSubscribeHandler({ service, secret, allowedOrigins, ...options } as never),
    ).toThrow(message);
  });
});
