/** The languages: whole, correct in form, found by the page's tag, and at home in every width. */
import { expect, waitUntil } from '@open-wc/testing';
import type { PluralText, PrivatePodcastSubscribe, Texts } from '../../src/index.js';
import { en } from '../../src/components/texts/en.js';
import { languages } from '../../src/components/texts/languages.js';
import { fillCount } from '../../src/components/texts/plural.js';
import { fill, languageOf, loadTexts } from '../../src/components/texts/texts.js';
import { longer, longerTexts } from './longer-texts.js';
import {
  all,
  json,
  offline,
  one,
  place,
  placed,
  placedWithEpisodes,
  podcast,
  present,
  problem,
  reach,
  settled,
  useNetwork,
} from './publisher-page.js';

const names = Object.keys(en) as (keyof Texts)[];
const codes = Object.keys(languages);
const translations = codes.filter((code) => code !== 'en');

/** What is the same word in another language. */
const sharedWords = ['Bonus', 'QR-code', 'Trailer', 'Transcript'];

const formsOf = (text: string | PluralText): string[] =>
  typeof text === 'string' ? [text] : Object.values(text);
const placeholders = (forms: string[]): string[] =>
  [...new Set(forms.flatMap((form) => form.match(/\{\w*\}/g) ?? []))].sort();

/** How many of the numbers that a page may count fall in each plural category. */
function countsByCategory(locale: string): Map<string, number> {
  const rules = new Intl.PluralRules(locale);
  const counts = new Map<string, number>();
  for (let number = 0; number <= 1000; number += 1) {
    const category = rules.select(number);
    counts.set(category, (counts.get(category) ?? 0) + 1);
  }
  return counts;
}

describe('languages', () => {
  it('are those that the element promises', () => {
    expect(codes.join(' ')).to.equal('ar cs da de en es fi fr it ja nb nl pl pt sv');
  });

  for (const code of codes) {
    describe(code, () => {
      let texts: Texts;
      let said: [name: keyof Texts, forms: string[]][];

      before(async () => {
        texts = await loadTexts(code);
        said = names.map((name) => [name, formsOf(texts[name])]);
      });

      it('has every text, and none that is empty or has space around it', () => {
        expect(Object.keys(texts)).to.have.members(names);
        for (const [name, forms] of said) {
          for (const form of forms) {
            expect(form.length, name).to.be.greaterThan(0);
            expect(form, name).to.equal(form.trim().replace(/ {2,}/g, ' '));
          }
        }
      });

      it('keeps every value where English has it', () => {
        const rare = countsByCategory(code);
        for (const [name, forms] of said) {
          const expected = placeholders(formsOf(en[name]));
          expect(placeholders(forms), name).to.deep.equal(expected);
          const text = texts[name];
          if (typeof text === 'string') continue;
          // “One episode” may say its number in a word; what stands for many numbers may not.
          for (const [category, form] of Object.entries(text)) {
            if (rare.get(category) === 1) continue;
            expect(placeholders([form]), `${name}, ${category}`).to.deep.equal(expected);
          }
        }
      });

      it('has the plural forms that its numbers take', () => {
        const needed = new Set([...countsByCategory(code).keys(), 'other']);
        const known = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
        for (const [name, text] of Object.entries(texts)) {
          if (typeof text === 'string') continue;
          expect(Object.keys(text), name).to.include.members([...needed]);
          expect([...known, 'other'], name).to.include.members(Object.keys(text));
        }
      });

      it('holds the visible label in the name of the notes button (WCAG 2.2, 2.5.3)', () => {
        expect(texts.notesOf.toLowerCase()).to.contain(texts.showNotes.toLowerCase());
      });

      it('has the quotes, dashes and ellipses of print', () => {
        for (const [name, forms] of said) {
          expect(forms.join(' '), name).not.to.match(/['"`]|\.\.\.|--/);
        }
      });
    });
  }

  for (const code of translations) {
    it(`leaves nothing in English in ${code}`, async () => {
      const texts = await loadTexts(code);
      const left = names.filter((name) => formsOf(texts[name]).join() === formsOf(en[name]).join());
      const words = left.flatMap((name) => formsOf(en[name]));
      expect(sharedWords).to.include.members(words);
    });
  }

  const scripts = {
    ar: /\p{Script=Arabic}/u,
    ja: /\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Han}/u,
  };
  for (const [code, script] of Object.entries(scripts)) {
    it(`writes every text of ${code} in its own script`, async () => {
      for (const [name, text] of Object.entries(await loadTexts(code))) {
        for (const form of formsOf(text)) expect(form, name).to.match(script);
      }
    });
  }

  it('sets apart what may run left to right in Arabic', async () => {
    for (const [name, text] of Object.entries(await loadTexts('ar'))) {
      for (const form of formsOf(text)) {
        expect(form, name).not.to.match(
          /(?<!\u2068)\{(app|title|author|path)\}|\}(?<=(app|title|author|path)\})(?!\u2069)/,
        );
      }
    }
  });

  it('breaks no line before what French spaces from its word', async () => {
    for (const [name, text] of Object.entries(await loadTexts('fr'))) {
      expect(formsOf(text).join('|'), name).not.to.match(/[^\u00a0\u202f][:;?!]/);
    }
  });
});

describe('a text that counts', () => {
  const expected: Record<string, Record<number, string>> = {
    en: { 0: '0 episodes', 1: '1 episode', 2: '2 episodes' },
    fr: { 0: '0 épisode', 1: '1 épisode', 2: '2 épisodes' },
    pl: { 1: '1 odcinek', 2: '2 odcinki', 5: '5 odcinków', 12: '12 odcinków', 22: '22 odcinki' },
    cs: { 1: '1 epizoda', 3: '3 epizody', 5: '5 epizod', 22: '22 epizod' },
    ja: { 1: '1件のエピソード', 100: '100件のエピソード' },
    ar: { 0: 'لا حلقات', 1: 'حلقة واحدة', 2: 'حلقتان' },
  };
  for (const [code, counts] of Object.entries(expected)) {
    it(`takes its form from the number in ${code}`, async () => {
      const { episodeCount } = await loadTexts(code);
      for (const [count, text] of Object.entries(counts)) {
        expect(fillCount(episodeCount, Number(count), code)).to.equal(text);
      }
    });
  }

  it('tells few from many in Arabic', async () => {
    const { episodeCount } = await loadTexts('ar');
    const noun = (count: number) => fillCount(episodeCount, count, 'ar').replace(/^\S+ /, '');
    expect(noun(3)).to.equal('حلقات');
    expect(noun(10)).to.equal('حلقات');
    expect(noun(11)).to.equal('حلقة');
    expect(noun(100)).to.equal('حلقة');
    expect(noun(103)).to.equal('حلقات');
  });

  it('groups digits as the language does', () => {
    expect(fillCount(en.episodeCount, 10_000, 'en')).to.equal('10,000 episodes');
    expect(fillCount(en.episodeCount, 10_000, 'de')).to.equal('10.000 episodes');
  });

  it('takes the form for all others where a page gave no more', () => {
    expect(fillCount({ other: '{count} x' }, 1, 'en')).to.equal('1 x');
  });
});

describe('a text with values', () => {
  it('holds each value as it is, and what has none as it was', () => {
    expect(fill('{app}: {path}, {app} {x}', { app: '$& {path}', path: 0 })).to.equal(
      '$& {path}: 0, $& {path} {x}',
    );
  });
});

describe('the language of a page', () => {
  const meant = {
    sv: 'sv',
    'sv-FI': 'sv',
    no: 'nb',
    'no-NO': 'nb',
    'nb-NO': 'nb',
    'pt-BR': 'pt',
    'pt-PT': 'pt',
    'ar-EG': 'ar',
    'fr-Latn-CA': 'fr',
    'en-GB': 'en',
    zz: 'en',
    el: 'en',
    fil: 'en',
    'zh-Hant-TW': 'en',
    '': 'en',
  };
  for (const [tag, code] of Object.entries(meant)) {
    it(`is ${code} for “${tag}”`, () => {
      expect(languageOf(tag)).to.equal(code);
    });
  }

  it('is one that there are texts in, whatever two letters say', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
    const found = letters.flatMap((a) => letters.map((b) => languageOf(a + b)));
    expect([...new Set(found)]).to.have.members(codes);
  });

  it('gives way to English where its file does not come', async () => {
    const loads = languages as Record<string, () => Promise<Texts>>;
    const own = loads.sv!;
    loads.sv = () => Promise.reject(new TypeError('Failed to fetch'));
    try {
      expect(await loadTexts('sv')).to.equal(en);
    } finally {
      loads.sv = own;
    }
    expect((await loadTexts('sv')).retry).to.equal('Försök igen');
  });
});

const root = (element: PrivatePodcastSubscribe) => one(element, '.root')!;
const copyButton = (element: PrivatePodcastSubscribe) => one(element, '[part=copy]');

/** Waits for the copy button to speak, which is there as soon as the texts are. */
async function speaks(element: PrivatePodcastSubscribe, text: string): Promise<void> {
  await waitUntil(() => copyButton(element)?.textContent.includes(text), `“${text}”`, {
    timeout: 5000,
  });
}

describe('an element that speaks', () => {
  useNetwork();

  it('speaks the language that it is given, and says which', async () => {
    const element = await placed('ready', { locale: 'sv-FI' });
    await speaks(element, 'Kopiera länken');
    expect(root(element).lang).to.equal('sv-FI');
    expect(root(element).dir).to.equal('ltr');
  });

  it('speaks the nearest language of the page', async () => {
    document.documentElement.lang = 'no';
    try {
      const element = await placed('ready');
      await speaks(element, 'Kopier lenken');
      expect(root(element).lang).to.equal('no');
    } finally {
      document.documentElement.removeAttribute('lang');
    }
  });

  it('speaks English, dates too, where there are no texts in the language', async () => {
    const element = await placedWithEpisodes({ locale: 'el' });
    await speaks(element, 'Copy link');
    expect(root(element).lang).to.equal('en');
    const facts = one(element, '[part=episode-facts]')!.textContent.trim();
    expect(facts).to.match(/^[\x20-\x7e·\s]+$/);
  });

  it('is written from right to left in Arabic, but for the link', async () => {
    const element = await placed('ready', { locale: 'ar', 'preferred-app': 'overcast' });
    await speaks(element, 'نسخ الرابط');
    expect(root(element).lang).to.equal('ar');
    expect(getComputedStyle(root(element)).direction).to.equal('rtl');
    const [icon, label] = one(element, '[part~=primary]')!.children;
    expect(icon!.getBoundingClientRect().left).to.be.greaterThan(
      label!.getBoundingClientRect().left,
    );
    const title = await present(element, 'h2');
    const words = document.createRange();
    words.selectNodeContents(title);
    expect(words.getBoundingClientRect().right).to.be.closeTo(
      title.getBoundingClientRect().right,
      1,
    );
    copyButton(element)!.click();
    const link = await present(element, '.link-field');
    expect(getComputedStyle(link).direction).to.equal('ltr');
  });

  it('changes its language whenever the page does', async () => {
    const element = await placed('ready', { locale: 'de' });
    await speaks(element, 'Link kopieren');
    element.locale = 'ja';
    await speaks(element, 'リンクをコピー');
    expect(root(element).lang).to.equal('ja');
    element.locale = 'ar';
    element.locale = 'fi';
    await speaks(element, 'Kopioi linkki');
    expect(root(element).dir).to.equal('ltr');
  });

  it('speaks the last language that was asked for, whichever comes first', async () => {
    const loads = languages as Record<string, () => Promise<Texts>>;
    const own = loads.pl!;
    let give!: () => void;
    const given = new Promise<void>((resolve) => (give = resolve));
    loads.pl = () => given.then(own);
    try {
      const element = await placed('ready', { locale: 'pl' });
      element.locale = 'cs';
      await speaks(element, 'Kopírovat odkaz');
      give();
      await own();
      await settled(element);
      await speaks(element, 'Kopírovat odkaz');
    } finally {
      loads.pl = own;
    }
  });

  it('lets the page change texts, and keeps the rest', async () => {
    const element = await placed('ready', { locale: 'de' });
    element.texts = { copyLink: 'Den Link kopieren, bitte' };
    await speaks(element, 'Den Link kopieren, bitte');
    expect(one(element, '[part=phone]')!.textContent).to.match(/QR-Code|Handy/);
    element.texts = undefined;
    await speaks(element, 'Link kopieren');
  });

  it('lets the page bring a language of its own', async () => {
    const element = await place();
    element.locale = 'el';
    element.texts = { ...en, copyLink: 'Αντιγραφή συνδέσμου' };
    await reach(element, 'ready');
    await speaks(element, 'Αντιγραφή συνδέσμου');
    expect(root(element).lang).to.equal('el');
    expect(root(element).dir).to.equal('ltr');
    element.locale = 'he';
    element.texts = { ...en, copyLink: 'העתקת הקישור' };
    await speaks(element, 'העתקת הקישור');
    expect(root(element).lang).to.equal('he');
    expect(root(element).dir).to.equal('rtl');
  });
});

/** WCAG 2.2, 1.4.10: no second scroll axis on the narrowest phone. */
const NARROWEST = 320;

describe(`at ${NARROWEST} px`, () => {
  const network = useNetwork();

  /** Nothing lies beyond the end of a line, where a page would scroll sideways to it. */
  function expectToFit(element: PrivatePodcastSubscribe): void {
    const { scrollWidth, clientWidth, dir } = root(element);
    const { left, right } = root(element).getBoundingClientRect();
    const isBeyond = (box: DOMRect) =>
      box.width > 0 && (dir === 'rtl' ? box.left < left - 0.5 : box.right > right + 0.5);
    const beyond = all(element, '.root :not(.status, option)').filter((part) =>
      isBeyond(part.getBoundingClientRect()),
    );
    expect(beyond.map((part) => part.outerHTML.slice(0, 60)).slice(0, 5)).to.deep.equal([]);
    expect(clientWidth).to.equal(NARROWEST);
    expect(scrollWidth).to.be.at.most(clientWidth);
  }

  const speakers: Record<
    string,
    { speak: Partial<PrivatePodcastSubscribe>; said: () => Promise<Texts> }
  > = {
    'words 40 % longer': {
      speak: { texts: longerTexts },
      said: () => Promise.resolve(longerTexts),
    },
    Arabic: { speak: { locale: 'ar' }, said: () => loadTexts('ar') },
    Finnish: { speak: { locale: 'fi' }, said: () => loadTexts('fi') },
  };
  /** What stands in each state, and tells the language. */
  const signs = {
    ready: 'copyLink',
    'no-access': 'noAccessTitle',
    expired: 'expiredTitle',
    failed: 'failedTitle',
  } as const;

  for (const [language, { speak, said }] of Object.entries(speakers)) {
    /** The element at that width, in a state, once it speaks. */
    async function narrow(state: keyof typeof signs, more = {}): Promise<PrivatePodcastSubscribe> {
      const element = await placed(state, more);
      element.style.inlineSize = `${NARROWEST}px`;
      Object.assign(element, speak);
      const sign = (await said())[signs[state]];
      await waitUntil(() => root(element).textContent.includes(sign), `“${sign}”`);
      return element;
    }

    it(`holds app buttons, help and link in ${language}`, async () => {
      const element = await narrow('ready', { links: 'direct', apps: 'kasts overcast' });
      one(element, '[data-app=kasts]')!.click();
      await present(element, '[part=help]');
      copyButton(element)!.click();
      await present(element, '[part=link]');
      expectToFit(element);
    });

    it(`holds all apps of all devices in ${language}`, async () => {
      const element = await narrow('ready', { 'preferred-app': 'overcast' });
      await present(element, 'details');
      for (const details of all<HTMLDetailsElement>(element, 'details')) details.open = true;
      expectToFit(element);
    });

    it(`holds episodes, their controls and the streaming app in ${language}`, async () => {
      const own = podcast(120, { title: 'Hafenkapitänsversammlungsprotokolle'.repeat(2) });
      Object.assign(own.episodes[0]!, {
        title: own.title,
        episodeType: 'trailer',
        isExplicit: true,
        season: 2,
      });
      Object.assign(own.episodes[1]!, { episodeType: 'bonus', isExplicit: true, season: 1 });
      network.parser = json(own);
      const element = await narrow('ready', {
        'streaming-url': 'https://music.example/show',
        'streaming-link-url': 'https://music.example/link',
      });
      await present(element, '[part=season]');
      one(element, '[part=notes-toggle]')!.click();
      one(element, '[part=play]')!.click();
      await present(element, '[part=notes]');
      await present(element, '[part=streaming]');
      expect(all(element, '[part=badge]').length).to.equal(4);
      expectToFit(element);
    });

    it(`holds its dialog in ${language}`, async () => {
      const element = await narrow('ready', { 'preferred-app': 'overcast' });
      one(element, '[part=phone]')!.click();
      const dialog = await present<HTMLDialogElement>(element, 'dialog');
      dialog.style.inlineSize = `${NARROWEST - 32}px`;
      expect(dialog.clientWidth).to.be.at.most(NARROWEST - 32);
      expect(dialog.scrollWidth).to.be.at.most(dialog.clientWidth);
      dialog.close();
    });

    it(`holds what it says in place of the buttons in ${language}`, async () => {
      network.handler = problem('no-access', 403);
      expectToFit(await narrow('no-access'));
      network.handler = problem('token-expired', 401);
      expectToFit(await narrow('expired'));
      network.handler = offline;
      expectToFit(await narrow('failed'));
    });
  }

  it('is tried with words that are 40 % longer, and keep their values', () => {
    expect(longer('Open in {app}')).to.equal('Openöö inö {app}');
    expect(longer(en.pasteAnywhere).length).to.be.greaterThan(en.pasteAnywhere.length * 1.35);
    expect(placeholders([longerTexts.pasteAt])).to.deep.equal(placeholders([en.pasteAt]));
  });
});
