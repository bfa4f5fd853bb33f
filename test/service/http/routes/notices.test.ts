import { describe, expect, it } from 'vitest';
import { soundOf } from '../../../../src/service/notices/sounds.js';
import { catalogueOf, origin } from '../../../support/feed-service/backend.js';
import { useBackend, useShowFolder } from '../../../support/feed-service/for-file.js';

const shows = await useShowFolder();

const backend = useBackend({ catalogue: catalogueOf(shows.feed), log: () => undefined });
const sound = await soundOf('ended', 'ja');
const path = `/notices/${sound.file}`;
const bytes = Buffer.from(sound.bytes);

const ask = (headers: Record<string, string> = {}, method = 'GET') =>
  backend.send(path, { headers, method });
const bodyOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe('serveNotice: GET /notices/{file}', () => {
  it('is the sound, kept for a year, for any site', async () => {
    const response = await ask();
    expect(response.status).toBe(200);
    expect(await bodyOf(response)).toEqual(bytes);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      etag: expect.stringMatching(/^"[\w.-]+"$/) as string,
    });
  });

  it('answers HEAD with all of the sound, whatever part is asked for', async () => {
    const response = await ask({ Range: 'bytes=0-1' }, 'HEAD');
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Length')).toBe(String(bytes.length));
  });

  it('leads from a sound of an earlier release to the current one', async () => {
    const response = await backend.send('/notices/ja-ended-AAAAAAAAAAAA.mp3');
    expect(response.status).toBe(302);
    expect(response.headers.get('Location')).toBe(`${origin}${path}`);
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
  });

  it('answers the part that is asked for', async () => {
    const response = await ask({ Range: 'bytes=100-199' });
    expect(response.status).toBe(206);
    expect(response.headers.get('Content-Range')).toBe(`bytes 100-199/${bytes.length}`);
    expect(response.headers.get('Content-Length')).toBe('100');
    expect(await bodyOf(response)).toEqual(bytes.subarray(100, 200));
    expect(await bodyOf(await ask({ Range: 'bytes=-10' }))).toEqual(bytes.subarray(-10));
  });

  it('answers 416 to a part that there is not', async () => {
    const response = await ask({ Range: `bytes=${bytes.length}-` });
    expect(response.status).toBe(416);
    expect(response.headers.get('Content-Range')).toBe(`bytes */${bytes.length}`);
  });

  it('answers all of it if the part is asked for of another version', async () => {
    const etag = (await ask()).headers.get('ETag')!;
    const part = { Range: 'bytes=0-9' };
    expect((await ask({ ...part, 'If-Range': etag })).status).toBe(206);
    expect((await ask({ ...part, 'If-Range': '"x"' })).status).toBe(200);
  });

  it.each(['/notices/ja-ended.mp3', '/notices/..%2Fsounds.ts', '/notices/x', '/notices/'])(
    'is 404 for %s',
    async (other) => {
      expect((await backend.send(other)).status).toBe(404);
    },
  );
});
