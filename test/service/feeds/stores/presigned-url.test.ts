import { describe, expect, it } from 'vitest';
import { presignedUrl } from '../../../../src/service/feeds/stores/presigned-url.js';

/** "Authenticating Requests: Using Query Parameters (AWS Signature Version 4)", the example of Amazon's documentation. */
const example = {
  endpoint: 'https://examplebucket.s3.amazonaws.com',
  bucket: 'examplebucket',
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  expiresIn: 86_400,
};
const at = new Date('2013-05-24T00:00:00Z');
const url = `${example.endpoint}/test.txt`;

const signedFor = async (method: 'GET' | 'HEAD', changed: object = {}) =>
  new URL((await presignedUrl({ ...example, ...changed }, url, method, at))!);

describe('presignedUrl', () => {
  it("is that of Amazon's example", async () => {
    const { origin, pathname, searchParams } = await signedFor('GET');
    expect(origin + pathname).toBe(url);
    expect(Object.fromEntries(searchParams)).toEqual({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request',
      'X-Amz-Date': '20130524T000000Z',
      'X-Amz-Expires': '86400',
      'X-Amz-SignedHeaders': 'host',
      'X-Amz-Signature': 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    });
  });

  it('is another one for HEAD, and holds no secret', async () => {
    const [get, head] = await Promise.all([signedFor('GET'), signedFor('HEAD')]);
    expect(head.searchParams.get('X-Amz-Signature')).not.toBe(
      get.searchParams.get('X-Amz-Signature'),
    );
    expect(decodeURIComponent(head.href)).not.toContain(example.secretAccessKey);
  });

  it('lives as long as the store says', async () => {
    const { searchParams } = await signedFor('GET', { expiresIn: 60 });
    expect(searchParams.get('X-Amz-Expires')).toBe('60');
  });

  it('is that of the bucket, where the feed names a host of its own', async () => {
    const cdn = { ...example, url: 'https://cdn.example/show' };
    const made = await presignedUrl(cdn, 'http://cdn.example/show/a%20b.mp3?from=feed', 'GET', at);
    expect(made).toMatch(/^https:\/\/examplebucket\.s3\.amazonaws\.com\/a%20b\.mp3\?X-Amz-/);
    expect(made).not.toContain('from');
    expect(await presignedUrl(cdn, url, 'GET', at)).toBeUndefined();
  });
});
