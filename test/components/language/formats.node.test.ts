/** Dates and durations in the member's language, by whichever `Intl` the browser has. */
import { isMainThread } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatDate, formatDuration } from '../../../src/components/language/formats.js';

const now = new Date('2026-11-21T12:00:00Z');

/** Gives `Intl` another constructor, or none, while `use` runs. */
function withIntl(name: 'DateTimeFormat', value: unknown, use: () => void) {
  const own = Object.getOwnPropertyDescriptor(Intl, name);
  Object.defineProperty(Intl, name, { value, configurable: true, writable: true });
  try {
    use();
  } finally {
    if (own) Object.defineProperty(Intl, name, own);
    else Reflect.deleteProperty(Intl, name);
  }
}

describe('formatDate', () => {
  afterEach(() => vi.unstubAllEnvs());

  const day = '2026-11-12T12:00:00Z';
  const expected = {
    'en-GB': /^12 Nov$/,
    'en-US': /^Nov 12$/,
    'sv-FI': /^12 nov\.?$/,
    nb: /^12\. nov\.?$/,
    de: /^12\. Nov\.?$/,
    fr: /^12 nov\.?$/,
    cs: /^12\.\s11\.$|^12\.\slis/,
    ja: /^11月12日$/,
    ar: /^(12|١٢)\s?نوفمبر$/,
  };
  for (const [locale, pattern] of Object.entries(expected)) {
    it(`formats a day for ${locale}`, () => {
      expect(formatDate(day, locale, now)).to.match(pattern);
    });
  }

  it('includes the year if it is another one', () => {
    expect(formatDate(day, 'en-GB', now)).not.to.contain('2026');
    expect(formatDate('2025-11-12T12:00:00Z', 'en-GB', now)).to.equal('12 Nov 2025');
    expect(formatDate(day, 'en-GB', new Date('2027-06-01T12:00:00Z'))).to.equal('12 Nov 2026');
  });

  /**
   * Formats are cached by locale: each time zone has one of its own. A thread, as Stryker runs the tests in, has its
   * process's time zone.
   */
  it.runIf(isMainThread).each([
    ['Pacific/Kiritimati', 'en-AU', '2025-12-31T23:30:00Z', '1 Jan'],
    ['Pacific/Pago_Pago', 'en-NZ', '2026-01-01T00:30:00Z', '31 Dec 2025'],
  ])('takes the day and the year where the member is: %s', (zone, locale, published, expected) => {
    vi.stubEnv('TZ', zone);
    expect(formatDate(published, locale, now)).to.equal(expected);
  });

  it('returns nothing for a date that cannot be read', () => {
    expect(formatDate(undefined, 'en', now)).to.equal('');
    expect(formatDate('last Tuesday', 'en', now)).to.equal('');
  });

  it('makes one formatter for a hundred dates', () => {
    let made = 0;
    class Counted extends Intl.DateTimeFormat {
      constructor(...given: ConstructorParameters<typeof Intl.DateTimeFormat>) {
        super(...given);
        made += 1;
      }
    }
    withIntl('DateTimeFormat', Counted, () => {
      for (let count = 0; count < 100; count += 1) formatDate(day, 'en-IE', now);
    });
    expect(made).to.equal(1);
  });
});

describe('formatDuration', () => {
  /** Formats are cached by locale: a test that changes `Intl` has a locale of its own. */
  const expected = {
    'de-LI': /^1 Std\.,? 5 Min\.$/,
    'sv-AX': /^1 tim,? 5 min$/,
    'fr-LU': /^1\sh,? 5\smin$/,
    'pl-PL': /^1\sgodz\.,? 5\smin$/,
    'ja-JP': /^1\s?時間\s?5\s?分$/,
    'en-US': /^1 hr,? 5 min$/,
  };
  for (const [locale, pattern] of Object.entries(expected)) {
    it(`formats hours and minutes for ${locale}`, () => {
      expect(formatDuration(3900, locale)).to.match(pattern);
    });
  }

  it('leaves out seconds, and minutes or hours that are zero', () => {
    const said = (seconds: number) => formatDuration(seconds, 'en-PR');
    expect(said(0.2)).to.equal('1 sec');
    expect(said(42)).to.equal('42 sec');
    expect(said(59.9)).to.equal('1 min');
    expect(said(60)).to.equal('1 min');
    expect(said(2590)).to.equal('43 min');
    expect(said(3599)).to.equal('1 hr');
    expect(said(7200)).to.equal('2 hr');
    expect(said(7260)).to.equal('2 hr 1 min');
  });

  for (const locale of ['sv', 'da', 'nb', 'fi', 'de', 'nl', 'fr', 'es', 'it', 'pt', 'pl', 'cs']) {
    it(`names hours and minutes in ${locale}, in this browser`, () => {
      expect(formatDuration(3900, locale)).to.match(/^1\D+5\D+$/);
    });
  }
});
