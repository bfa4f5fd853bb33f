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

  const complete = {
    tokenUrl: 'https://auth.example',
    baseUrl: 'https://api.example',
    clientId: 'c',
    clientSecret: 's',
    onboardingOriginId: 'o',
  };
  const own = (publicEndpoints: object) => ({
    service: { privateFeed: () => undefined, publicEndpoints },
  });

  it.each<[string, object]>([
    ['`secret` is missing', { secret: undefined }],
    ['`secret` is too short', { secret: [secret, 'short'] }],
    ['`allowedOrigins` must list exact web origins', { allowedOrigins: '*' }],
    ['`service` is missing', { service: null }],
    ['`service` is missing', { service: 'https://api.example' }],
    ['lacks `clientId`', { service: { ...complete, clientId: '' } }],
    ['`tokenUrl`', { service: { ...complete, tokenUrl: 'http://auth.example' } }],
    ['`baseUrl`', { service: { ...complete, baseUrl: '/api' } }],
    ['`parserUrl`', { service: { ...complete, parserUrl: 'x' } }],
    ['`onboardingOriginId`', { service: { ...complete, onboardingOriginId: 'a b' } }],
    ['`allowInsecureHosts` must list', { service: { ...complete, allowInsecureHosts: ['a/b'] } }],
    ['`service.publicEndpoints.consumeUrl`', own({ consumeUrl: 'javascript:alert(1)' })],
    ['`service.publicEndpoints.parserUrl`', own({ parserUrl: 'http://parser.example' })],
    ['`publicUrl` must be an absolute https URL', { publicUrl: '' }],
    ['`publicUrl` must be an absolute https URL', { publicUrl: 'http://club.example.com' }],
    ['`deadline`', { deadline: NaN }],
    ['`limits.member` must be 1 or more', { limits: { member: 0 } }],
    ['`limits.member` must be 1 or more', { limits: { member: NaN } }],
    [
      '`service.resetFeed` must be a function',
      { service: { ...service, privateFeed: () => undefined, resetFeed: 1 } },
    ],
    ['`onError` must be a function.', { onError: 'console' }],
    ['`verifyToken` must be a function.', { verifyToken: {} }],
    ['`service.privateFeed` must be a function.', { service: { privateFeed: 1 } }],
    ['`cache` needs `getItem` and `setItem`', { cache: {} }],
    ['`handoffCache` needs `getItem` and `setItem`', { handoffCache: {} }],
    ['`publisher.name` must be one line of text', { publisher: { name: ' ' } }],
    ['`publisher.name` must be one line of text', { publisher: null }],
    ['`publisher.url` must be an https URL', { publisher: { name: 'N', url: '/member' } }],
    ['`publisher.accent` must be a CSS hex colour', { publisher: { name: 'N', accent: 'teal' } }],
    ['`publisher.accentDark` must be', { publisher: { name: 'N', accentDark: 'teal' } }],
    ['`publisher.contact` must be a mail address', { publisher: { name: 'N', contact: 'us' } }],
  ])('throws: %s', (message, options) => {
    const create = () => createSubscribeHandler({ service, secret, allowedOrigins, ...options });
    expect(create).toThrow(config);
    expect(create).toThrow(message);
  });

  it('accept plain http for the hosts in `allowInsecureHosts` only', () => {
    const create = (host: string) => {
      const urls = { tokenUrl: 'http://service:8787', baseUrl: 'http://service:8787' };
      const given = { ...complete, ...urls, allowInsecureHosts: [host] };
      return createSubscribeHandler({ service: given, secret, allowedOrigins });
    };
    expect(create('service:8787')).toBeTypeOf('function');
    expect(() => create('service')).toThrow(/`tokenUrl`.+`allowInsecureHosts`/);
  });
});
