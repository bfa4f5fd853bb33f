import { describe, expect, it } from 'vitest';
import { createFeedServiceClient } from '../../../src/api/client.js';
import { createGhostVerifier } from '../../../src/publisher/tokens/ghost-verifier.js';
import { createJwksVerifier } from '../../../src/publisher/tokens/jwks-verifier.js';
import { createSubscribeToken } from '../../../src/publisher/tokens/subscribe-token.js';
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
    ['`publisher` needs an object with options: `publisher.name`', { publisher: null }],
    ['`limits` needs an object with options: `limits.member`', { limits: null }],
    ['`publisher.url` must be an https URL', { publisher: { name: 'N', url: '/member' } }],
    ['`publisher.accent` must be a CSS hex colour', { publisher: { name: 'N', accent: 'teal' } }],
    ['`publisher.accentDark` must be', { publisher: { name: 'N', accentDark: 'teal' } }],
    ['`publisher.contact` must be a mail address', { publisher: { name: 'N', contact: 'us' } }],
  ])('throws: %s', (message, options) => {
    const create = () => createSubscribeHandler({ service, secret, allowedOrigins, ...options });
    expect(create).toThrow(config);
    expect(create).toThrow(message);
  });

  it.each<[string, unknown]>([
    [
      'does not have the option `allowedOrigin`; did you mean `allowedOrigins`?',
      { allowedOrigin: [page] },
    ],
    [
      'does not have the option `colour`. Leave it out: there are `service`, `secret`,',
      { colour: 1 },
    ],
    [
      'does not have the option `limits.members`; did you mean `limits.member`?',
      { limits: { members: 1 } },
    ],
    [
      'does not have the option `service.parserURL`; did you mean `service.parserUrl`?',
      { service: { ...complete, parserURL: 'https://p.example' } },
    ],
    [
      'does not have the option `publisher.color`. Leave it out: there are `publisher.name`,',
      { publisher: { name: 'N', color: '#000' } },
    ],
    ['does not have an option of this name. Leave it out', { 'a-secret of the site': 1 }],
  ])('throws for an option that there is not: %s', (message, options) => {
    const create = () =>
      createSubscribeHandler({ service, secret, allowedOrigins, ...(options as object) });
    expect(create).toThrow(config);
    expect(create).toThrow(message);
  });

  it.each([undefined, null, 'https://www.example.com', []])(
    'throws for %j in place of options',
    (given) => {
      const create = () => createSubscribeHandler(given as never);
      expect(create).toThrow(config);
      expect(create).toThrow('`createSubscribeHandler` needs an object with options: `service`,');
    },
  );

  it('take what is undefined for left out', () => {
    const options = { service, secret, allowedOrigins, colour: undefined };
    expect(createSubscribeHandler(options)).toBeTypeOf('function');
  });

  it('are checked by all that a publisher calls', async () => {
    expect(() => createJwksVerifier(undefined as never)).toThrow('`createJwksVerifier` needs an');
    expect(() => createJwksVerifier({ jwksURL: '' } as never)).toThrow('did you mean `jwksUrl`?');
    expect(() => createGhostVerifier(undefined as never)).toThrow('`createGhostVerifier` needs an');
    expect(() => createGhostVerifier({ product: {} } as never)).toThrow('did you mean `products`?');
    expect(() => createFeedServiceClient(undefined as never)).toThrow('`createFeedServiceClient`');
    expect(() => createFeedServiceClient({ baseURL: 'x' } as never)).toThrow(
      'did you mean `baseUrl`?',
    );
    const badInput = { code: 'bad-input' };
    await expect(createSubscribeToken(undefined as never, secret)).rejects.toMatchObject(badInput);
    const claims = { email: 'jane@example.com', sku: 'sid:a', expiresin: 60 };
    await expect(createSubscribeToken(claims, secret)).rejects.toThrow('did you mean `expiresIn`?');
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
