import { describe, expect, it } from 'vitest';
import { PrivatePodcastError } from '../../../src/errors/private-podcast-error.js';
import { codeAlone } from '../../../src/service/failures/failure-code.js';
import { databaseFailure, feedFailure } from '../../../src/service/failures/placed-failures.js';
import { describeFailure } from '../../../src/service/failures/describe-failure.js';

const secret = 'jane@example.org';
const coded = (code: unknown) => Object.assign(new Error(secret), { code, detail: secret });
const wrapped = (cause: unknown) =>
  new PrivatePodcastError('unavailable', 'It cannot be read.', { cause });

describe('describeFailure', () => {
  it.each([
    ['53100', /disk is full/],
    ['25006', /reads only/],
    ['ENOSPC', /disk is full.*free space/],
    ['EACCES', /may not use the file/],
    ['CERT_HAS_EXPIRED', /certificate/],
    ['57P03', /connection to Postgres/],
    ['XX999', /fault of its own/],
  ])('has the code %s and says what to do', (code, advice) => {
    const line = describeFailure(wrapped(coded(code)));
    expect(line).toMatchObject({ code, do: expect.stringMatching(advice) as unknown });
    expect(JSON.stringify(line)).not.toContain(secret);
  });

  it.each<unknown>([secret, 'token-1', 'SECRET_KEY_IN_CAPITALS', 5, undefined])(
    'leaves out the code %s, which no system gives',
    (code) => {
      const line = describeFailure(coded(code));
      expect(line).not.toHaveProperty('code');
      expect(line).toMatchObject({
        error: 'Error',
        do: expect.stringContaining('report this line') as unknown,
      });
    },
  );

  it('ends although causes refer to each other', () => {
    const one = new Error('one');
    one.cause = Object.assign(new Error('other', { cause: one }), { code: 'EIO' });
    expect(describeFailure(one)).toMatchObject({ error: 'Error', code: 'EIO' });
  });

  it('tells a lost database from a lost host of a feed', () => {
    const refused = new PrivatePodcastError('network', 'It is away.', {
      cause: codeAlone(new TypeError('fetch failed', { cause: coded('ECONNREFUSED') })),
    });
    expect(
      describeFailure(feedFailure(refused, 'sid:show', 0, 'https://feeds.example.org/x')),
    ).toEqual({
      error: 'network',
      message: 'It is away.',
      code: 'ECONNREFUSED',
      sku: 'sid:show',
      source: 0,
      do: expect.stringContaining('host of the feed') as unknown,
    });
    expect(describeFailure(databaseFailure(coded('08006')))).toMatchObject({
      error: 'unavailable',
      do: expect.stringContaining('Check that Postgres runs') as unknown,
    });
  });

  it('names the file of a feed, in the cause of another failure too', () => {
    const missing = feedFailure(wrapped(coded('ENOENT')), 'sid:show', 1, '/srv/show.xml');
    const line = describeFailure(wrapped(missing));
    expect(line).toMatchObject({
      sku: 'sid:show',
      source: 1,
      file: '/srv/show.xml',
      code: 'ENOENT',
    });
  });
});

describe('databaseFailure', () => {
  it('leaves an error that the database did not report as it is', () => {
    const bug = new TypeError('x');
    expect(databaseFailure(bug)).toBe(bug);
  });
});
