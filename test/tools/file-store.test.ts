/** Recordings that lie in a bucket: signed as Amazon's own signer does, and opened by a store that is none of ours. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { presignedUrl } from '../../src/service/feeds/stores/presigned-url.js';
import { objectUrl } from '../../src/service/feeds/stores/stored-files.js';
import { describeStored } from '../support/stores/describe-stored.js';
import { signatureOf, startS3 } from './s3-stand-in.js';

describeStored('createService: recordings in s3rver', startS3);

describe('presignedUrl', () => {
  it("is what Amazon's signer makes of any key, method and time", async () => {
    const store = {
      endpoint: 'http://127.0.0.1:9000',
      bucket: 'podcast-files',
      region: 'eu-central-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      expiresIn: 900,
    };
    const part = fc.string({ unit: 'grapheme', minLength: 1 });
    const key = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
    const time = fc.date({
      min: new Date('2020-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    });
    await fc.assert(
      fc.asyncProperty(key, fc.constantFrom('GET', 'HEAD'), time, async (text, method, now) => {
        const made = await presignedUrl(store, objectUrl(store, text), method, now);
        fc.pre(made !== undefined);
        const url = new URL(made);
        expect(url.searchParams.get('X-Amz-Signature')).toBe(await signatureOf(method, url));
      }),
    );
  });
});
