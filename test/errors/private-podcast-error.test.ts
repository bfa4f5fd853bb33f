import { describe, expect, it } from 'vitest';
import { PrivatePodcastError } from '../../src/errors/private-podcast-error.js';

describe('PrivatePodcastError', () => {
  it('keeps the code, message, status, retryAfter and cause that it gets', () => {
    const cause = new Error('underneath');
    const error = new PrivatePodcastError('rate-limited', 'Try again later.', {
      status: 429,
      retryAfter: 7,
      cause,
    });
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toBe('PrivatePodcastError: Try again later.');
    expect(error).toMatchObject({ code: 'rate-limited', status: 429, retryAfter: 7, cause });
  });

  it('hides its cause from loggers that print enumerable properties', () => {
    const error = new PrivatePodcastError('config', 'Set it.', { cause: 'secret' });
    expect(JSON.stringify(error)).not.toContain('secret');
  });

  it('has no cause unless one is given', () => {
    expect('cause' in new PrivatePodcastError('config', 'Set it.')).toBe(false);
    expect('cause' in new PrivatePodcastError('config', 'Set it.', { status: 500 })).toBe(false);
  });
});
