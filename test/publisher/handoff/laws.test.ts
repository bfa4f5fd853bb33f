/** Laws of the hand-off: how often and how long a code opens, and who only looks at it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CODE_TTL_SECONDS,
  createHandoff,
  MAIL_OPENINGS,
  MAIL_TTL_SECONDS,
} from '../../../src/publisher/handoff/handoff.js';
import { isPreview } from '../../../src/publisher/handoff/link-preview.js';
import { readPublisher } from '../../../src/publisher/handoff/publisher-option.js';
import { anyCase } from '../../support/laws/spellings/text.js';

describe('readPublisher', () => {
  const read = (fields: object) => {
    try {
      return readPublisher({ name: 'A', ...fields });
    } catch {
      return 'refused';
    }
  };

  it('takes a contact in each of its spellings', () => {
    const contacts = fc.oneof(
      fc.constant('help@a.example'),
      anyCase('mailto').map((scheme) => `${scheme}:help@a.example`),
      anyCase('https').map((scheme) => `${scheme}://a.example/help`),
      fc.constant('mailto:help@a.example?subject=Hi'),
    );
    fc.assert(fc.property(contacts, (contact) => read({ contact }) !== 'refused'));
    for (const wrong of [
      '',
      ' ',
      'a.example',
      'mailto:',
      'http://a.example',
      'tel:1',
      'javascript:1',
      7,
      null,
    ])
      expect(read({ contact: wrong }), String(wrong)).toBe('refused');
  });

  it('takes a colour of three or six digits in either case', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^#([\da-f]{3}|[\da-f]{6})$/).chain(anyCase),
        (accent) => read({ accent, accentDark: accent }) !== 'refused',
      ),
    );
    for (const wrong of [
      '#12',
      '#1234',
      '#12345',
      '#1234567',
      '#12345678',
      '123456',
      'red',
      '#12345g',
      '',
    ]) {
      expect(read({ accent: wrong }), wrong).toBe('refused');
      expect(read({ accentDark: wrong }), wrong).toBe('refused');
    }
  });

  it('takes a name of one line, and leaves what is undefined out', () => {
    for (const wrong of ['', ' ', '\n', 'a\nb', 'a\u0000', undefined, null, 7])
      expect(read({ name: wrong }), String(wrong)).toBe('refused');
    expect(read({ url: undefined, accent: undefined, contact: undefined })).toEqual({ name: 'A' });
    expect(readPublisher(undefined)).toBeUndefined();
  });
});

describe('createHandoff', () => {
  const openings = async (way: 'scan' | 'mail', later: number, count: number) => {
    let time = 0;
    const handoff = createHandoff({
      consumeUrl: 'https://a.example/consume',
      now: () => time,
    })!;
    const { url, expiresIn } = await handoff.create(
      'https://b.example/f',
      'owner',
      'https://a.example/subscribe?show=2&handoff=&for=mail',
      way,
    );
    const code = new URL(url, 'https://a.example').searchParams.get('h') ?? '';
    time = later;
    const opened: number[] = [];
    for (let each = 0; each < count; each++)
      opened.push((await handoff.redeem(code, new Request('https://a.example/'))).status);
    return {
      opened,
      expiresIn,
      url,
      was: await handoff.wasOpened(code, 'owner'),
      others: await handoff.wasOpened(code, 'other'),
    };
  };

  it('opens a code once, and that of a mail three times', async () => {
    expect(await openings('scan', 0, 2)).toMatchObject({
      opened: [303, 410],
      was: true,
      others: false,
    });
    expect(await openings('mail', 0, MAIL_OPENINGS + 1)).toMatchObject({
      opened: [303, 303, 303, 410],
      was: true,
      others: false,
    });
  });

  it('opens a code for ten minutes, and that of a mail for a day', async () => {
    expect([CODE_TTL_SECONDS, MAIL_TTL_SECONDS]).toEqual([600, 86_400]);
    for (const [way, life] of [
      ['scan', 600],
      ['mail', 86_400],
    ] as const) {
      expect(await openings(way, life * 1000 - 1, 1)).toMatchObject({
        opened: [303],
        expiresIn: life,
      });
      expect(await openings(way, life * 1000, 1)).toMatchObject({ opened: [410], was: false });
    }
  });

  it('keeps the query of the endpoint, but for what asked for the code', async () => {
    for (const [way, kept] of [
      ['scan', 'mail'],
      ['mail', null],
    ] as const) {
      const query = new URL((await openings(way, 0, 0)).url, 'https://a.example').searchParams;
      expect([query.get('show'), query.has('handoff'), query.get('for')]).toEqual([
        '2',
        false,
        kept,
      ]);
    }
  });
});

describe('createHandoff: the language of a device', () => {
  it.each([
    [undefined, 'en'],
    ['*', 'en'],
    ['<script>', 'en'],
    ['FIL-ph, en', 'fil'],
    [' no ;q=1', 'nb'],
  ])('is that of the page for the Accept-Language %s', async (language, code) => {
    const handoff = createHandoff({ consumeUrl: 'https://a.example/consume' })!;
    const { url } = await handoff.create('https://b.example/f', 'owner', 'https://a.example/');
    const headers: Record<string, string> = language ? { 'accept-language': language } : {};
    const scan = new Request('https://a.example/', { headers });
    const { headers: answered } = await handoff.redeem(url.slice('?h='.length), scan);
    expect(new URL(answered.get('location')!).pathname).toBe(`/consume/${code}`);
  });
});

describe('isPreview', () => {
  it('knows each header of a browser that fetches ahead, in either case', () => {
    const headers = fc.constantFrom('Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz');
    const words = fc.constantFrom('prefetch', 'prefetch;prerender', 'preview').chain(anyCase);
    fc.assert(
      fc.property(headers, words, (name, word) => isPreview(new Headers({ [name]: word }))),
    );
    expect(isPreview(new Headers({ 'User-Agent': 'Mozilla/5.0 (iPhone) Safari/604.1' }))).toBe(
      false,
    );
  });

  it('knows each previewer in either case, also beside a browser’s name', () => {
    const names =
      'WhatsApp Slackbot facebookexternalhit Twitterbot TelegramBot Discordbot LinkedInBot SkypeUriPreview Googlebot bingbot Applebot Pinterestbot redditbot kakaotalk-scrap'.split(
        ' ',
      );
    fc.assert(
      fc.property(fc.constantFrom(...names).chain(anyCase), (name) =>
        isPreview(new Headers({ 'User-Agent': `Mozilla/5.0 ${name}/2.1 Safari` })),
      ),
    );
  });
});
