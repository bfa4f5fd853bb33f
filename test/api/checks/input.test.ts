import { describe, expect, it } from 'vitest';
import { requireBaseUrl, requireFeedUrl, requireId } from '../../../src/api/checks/input.js';
import { PrivatePodcastError } from '../../../src/errors/private-podcast-error.js';

function failureOf(call: () => unknown): PrivatePodcastError {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(PrivatePodcastError);
    return error as PrivatePodcastError;
  }
  return expect.fail('it did not throw');
}

describe('requireId', () => {
  it('names what is not an ID', () => {
    expect(requireId('sid:one', 'sku')).toBe('sid:one');
    const error = failureOf(() => requireId('a b', 'sku'));
    expect(error.code).toBe('bad-input');
    expect(error.message).toMatch(/^`sku` is not valid/);
  });
});

describe('requireFeedUrl', () => {
  it('returns the URL as written', () => {
    expect(requireFeedUrl('HTTP://f.example')).toBe('HTTP://f.example');
  });

  it.each([undefined, '', '/feed', 'feed:https://f.example'])('refuses %j', (url) => {
    const error = failureOf(() => requireFeedUrl(url));
    expect(error.code).toBe('bad-input');
    expect(error.message).toContain('http(s)');
  });
});

describe('requireBaseUrl', () => {
  it.each([undefined, ''])('says that %j is missing', (url) => {
    const error = failureOf(() => requireBaseUrl(url, 'baseUrl'));
    expect(error.code).toBe('config');
    expect(error.message).toMatch(/^`baseUrl` is missing/);
  });

  it.each([
    'service.example',
    '/v1',
    'ftp://service.example',
    'http://service.example',
    'https://service.example?x',
    'https://service.example#x',
    'https://user@service.example',
    'https://:password@service.example',
  ])('refuses %s', (url) => {
    const error = failureOf(() => requireBaseUrl(url, 'baseUrl'));
    expect(error.code).toBe('config');
    expect(error.message).toMatch(/^`baseUrl` is not a valid base URL/);
  });
});
