/** Laws of the values in feeds: what means the same is read alike, and each limit stands where it says. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCount } from '../../../src/podcast/values/count.js';
import { readDate } from '../../../src/podcast/values/dates.js';
import { readDuration } from '../../../src/podcast/values/duration.js';
import { htmlToText } from '../../../src/podcast/values/html-to-text.js';
import { isSafeUrl } from '../../../src/podcast/values/safe-url.js';
import { uniqueGuids } from '../../../src/podcast/values/unique-guids.js';
import { resolveUrl } from '../../../src/podcast/values/written-url.js';
import { expectAtMost } from '../../support/laws/limits.js';
import { roundTrip } from '../../support/laws/round-trip.js';
import { inTurn, same, spelt } from '../../support/laws/same.js';
import { anyCase, blanksAround, inXmlAttribute } from '../../support/laws/spellings/text.js';
import { urlSpelling, webUrls } from '../../support/laws/spellings/url.js';
import { feedDate, instants, isoDate, mailDate } from '../../support/laws/spellings/values.js';

const pad = (number: number, digits = 2) => String(number).padStart(digits, '0');

describe('readDuration', () => {
  const forms = (total: string) => {
    const [h, m, s] = [Math.floor(+total / 3600), Math.floor(+total / 60), +total % 60];
    return fc.constantFrom(
      ...[
        total,
        `${total}.0`,
        `${m}:${pad(s)}`,
        `${pad(m)}:${s},0`,
        `${h}:${pad(m % 60)}:${pad(s)}`,
      ],
      ...[`PT${total}S`, `PT${h}H${m % 60}M${s}S`, `PT${m}M${s}.000S`],
    );
  };

  it('reads every form alike', async () => {
    const spelling = inTurn(forms, anyCase, blanksAround());
    await same(readDuration, spelt(fc.nat({ max: 359_999 }).map(String), spelling), Number);
  });

  it('keeps thousandths of a second', async () => {
    const clock = (ms: number) =>
      `${Math.floor(ms / 3.6e6)}:${Math.floor(ms / 6e4) % 60}:${Math.floor(ms / 1000) % 60}.${pad(ms % 1000, 3)}`;
    await roundTrip(
      fc.nat({ max: 8.64e7 }),
      clock,
      (text) => Math.round((readDuration(text) ?? 0) * 1e6) / 1000,
    );
  });
});

describe('readDate', () => {
  it('reads every form and zone as the instant', async () => {
    const forms = (plain: string) =>
      fc
        .oneof(...[isoDate, mailDate, feedDate].map((form) => form(new Date(plain))))
        .chain(blanksAround());
    const plains = instants.map((date) => date.toISOString());
    await same(readDate, spelt(plains, forms), (plain) => plain);
  });

  it('knows the zones that feeds use by name', async () => {
    const hours = { GMT: 0, UT: 0, Z: 0, EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6 };
    const more = { PST: -8, PDT: -7, BST: 1, WET: 0, WEST: 1, CET: 1, CEST: 2, EET: 2, EEST: 3 };
    const far = {
      AKST: -9,
      AKDT: -8,
      HST: -10,
      MEZ: 1,
      MESZ: 2,
      MSK: 3,
      JST: 9,
      KST: 9,
      AEST: 10,
      AEDT: 11,
      NZST: 12,
      NZDT: 13,
    };
    const zones = Object.entries({ ...hours, ...more, ...far });
    const named = (plain: string) =>
      fc.constantFrom(...zones).chain(([zone, east]) => {
        const local = new Date(Date.parse(plain) + east * 3_600_000);
        const written = local.toUTCString().replace('GMT', '');
        return anyCase(zone).map((name) => written + name);
      });
    await same(
      readDate,
      spelt(
        instants.map((date) => date.toISOString()),
        named,
      ),
      (plain) => plain,
    );
  });

  it('reads a day alone as its first moment, and no day that is not', () => {
    const days = fc.tuple(fc.integer({ min: 1900, max: 2999 }), fc.nat(13), fc.nat(32));
    fc.assert(
      fc.property(days, ([year, month, day]) => {
        const written = `${year}-${pad(month)}-${pad(day)}`;
        const time = new Date(Date.UTC(year, month - 1, day)).toISOString();
        expect(readDate(written)).toBe(time.startsWith(written) ? time : undefined);
      }),
    );
  });

  it('has at most 80 characters', () =>
    expectAtMost(80, (size) => readDate('1 Jan 2004 10:00 GMT'.padEnd(size, 'x')) !== undefined));
});

describe('readCount', () => {
  it('reads a number and its digits alike, and nothing else', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.nat(), fc.double({ min: 0.001, max: 1e9, noNaN: true })),
        (number) => {
          expect([readCount(number), readCount(String(number))]).toEqual([number, number]);
          if (number > 0)
            expect([readCount(-number), readCount(`-${number}`)]).toEqual([undefined, undefined]);
        },
      ),
    );
    const others = [
      '',
      ' 1',
      '1 ',
      '1.',
      '.5',
      '1e3',
      '0x1',
      Infinity,
      NaN,
      null,
      undefined,
      true,
      [1],
      {},
    ];
    for (const value of others) expect(readCount(value)).toBeUndefined();
  });
});

describe('resolveUrl', () => {
  const hrefOf = (text: string) => new URL(text).href;

  it('reads a URL as the URL Standard does, however it is written', async () => {
    const read = (text: string) => hrefOf(resolveUrl(text) ?? '');
    await same(read, spelt(webUrls, urlSpelling), hrefOf);
  });

  it('resolves a relative one as the URL Standard does', () => {
    const relative = fc.tuple(
      fc.constantFrom('', '/', './', '../', '?'),
      fc.stringMatching(/^\w{1,8}$/),
    );
    fc.assert(
      fc.property(webUrls, relative, (base, [start, name]) => {
        expect(resolveUrl(`\n${start}${name} `, base)).toBe(new URL(start + name, base).href);
      }),
    );
  });

  it('gives no URL with a name or password, and none of another scheme', async () => {
    const credentials = fc.constantFrom('a@', 'a:b@', ':b@');
    const schemes = fc
      .constantFrom('javascript:', 'data:', 'file://', 'ftp://', 'blob:https://')
      .chain(anyCase);
    const refused = fc.oneof(
      fc.tuple(webUrls, credentials).map(([url, user]) => url.replace('//', `//${user}`)),
      fc.tuple(webUrls, schemes).map(([url, scheme]) => url.replace(/^\w+:\/\//, scheme)),
    );
    await same(
      (url) => resolveUrl(url) ?? 'refused',
      spelt(refused, blanksAround()),
      () => 'refused',
    );
    fc.assert(fc.property(refused, (url) => !isSafeUrl(url)));
  });

  it('has at most 8,192 characters', async () => {
    const ofLength = (size: number) => 'https://a.example/'.padEnd(size, 'x');
    await expectAtMost(8192, (size) => isSafeUrl(ofLength(size)));
    await expectAtMost(8192, (size) => resolveUrl(ofLength(size)) !== undefined);
  });
});

describe('htmlToText', () => {
  it('shows the text of escaped notes as it was, whatever tags are around it', () => {
    const words = fc.stringMatching(/^[!-~äß€😀]+( [!-~äß€😀]+){0,3}$/u);
    const marked = (text: string) =>
      inXmlAttribute(text).chain((escaped) =>
        fc.constantFrom(
          ...[`<p>${escaped}</p>`, `<b class="a">${escaped}</b>`, `<!-- a -->${escaped}<br/>`],
          ...[
            `<STYLE>b{}</STYLE>${escaped}`,
            `${escaped}<script>c()`,
            `<div>\n  ${escaped}\n</div>`,
          ],
        ),
      );
    fc.assert(
      fc.property(spelt(words, marked), ([word, html]) => {
        expect(htmlToText(html)).toBe(word);
      }),
    );
  });
});

describe('uniqueGuids', () => {
  it('gives no GUID twice, and leaves the first of each as it is', () => {
    const guids = fc.array(fc.constantFrom('a', 'b', 'a#2', 'a#3', 'a#2#2', ''), { maxLength: 12 });
    fc.assert(
      fc.property(guids, (written) => {
        const given = written.map(uniqueGuids());
        expect(new Set(given).size).toBe(given.length);
        expect(given.every((guid, at) => guid.startsWith(written[at] ?? ''))).toBe(true);
        expect(given[0]).toBe(written[0]);
      }),
    );
  });
});
