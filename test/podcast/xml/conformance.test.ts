/** Nearly three thousand XML documents of other people's suites, as they stand and within feeds. */
import { decodeHTMLStrict } from 'entities';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { parsePodcast, type Podcast } from '../../../src/podcast.js';
import { xmlDocuments, type XmlDocument } from '../../foreign-lists/lists.js';
import { feedWith } from '../feeds.js';

const documents = xmlDocuments();

/** By byte-order mark, declaration, or as UTF-8. None of the product's code is in it. */
function decode(bytes: Uint8Array): string {
  const head = String.fromCharCode(...bytes.slice(0, 200));
  const [, declared = 'utf-8'] = /^<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)/.exec(head) ?? [];
  const utf16 = /^(?:\xff\xfe|<\0)/.test(head) ? 'utf-16le' : 'utf-16be';
  const isUtf16 = /^(?:\xff\xfe|<\0|\xfe\xff|\0<)/.test(head);
  return new TextDecoder(isUtf16 ? utf16 : declared).decode(bytes);
}

interface Parts {
  name: string;
  /** Everything before the root element: declaration, comments, DOCTYPE. */
  prologue: string;
  root: string;
  /** The text in it by a strict reader, with references to declared entities as they are written. */
  text: string;
}

/** Parts of a document; undefined if the strict reader finds more wrong than an entity it was not told of. */
function partsOf({ name, bytes }: XmlDocument): Parts | undefined {
  const xml = decode(bytes);
  const reader = new SaxesParser({ defaultXMLVersion: '1.0', forceXMLVersion: true });
  const errors: string[] = [];
  const root = { start: -1, text: '' };
  const add = (text: string) => {
    if (root.start >= 0) root.text += text;
  };
  reader.on('error', ({ message }) => errors.push(message));
  reader.on('opentag', (tag) => {
    if (root.start < 0) root.start = xml.lastIndexOf(`<${tag.name}`, reader.position - 1);
  });
  reader.on('text', add);
  reader.on('cdata', add);
  reader.write(xml).close();
  if (errors.some((message) => !message.includes('undefined entity'))) return undefined;
  return {
    name,
    prologue: xml.slice(0, root.start),
    root: xml.slice(root.start),
    text: root.text,
  };
}

const wellFormed = documents
  .filter(({ verdict }) => verdict === 'valid' || verdict === 'invalid')
  .flatMap((document) => partsOf(document) ?? []);

const flat = (text: string) => text.replace(/\s+/g, ' ').trim();

/** HTML's entities are decoded, declared or not, because feeds use them undeclared. */
const isOfHtml = (reference: string) => decodeHTMLStrict(reference) !== reference;
const referencesIn = (text: string) => text.match(/&[\w.-]+;/g) ?? [];

/** The texts from where they begin to differ. */
function difference(one: string, other: string): string[] {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return [one, other].map((text) => text.slice(Math.max(0, at - 10), at + 50));
}

/** The titles of the podcast and of its episodes, or why it was refused. */
function titlesOf(feed: string | Uint8Array): string[] | string {
  try {
    const { title, episodes }: Podcast = parsePodcast(feed);
    return [title, ...episodes.map((episode) => episode.title)];
  } catch (error) {
    const { code } = error as { code?: string };
    return code ?? String(error);
  }
}

/** The faults of documents, by their names, so that a failure says which. */
const faults = <T extends { name: string }>(all: T[], faultOf: (one: T) => unknown) =>
  all.flatMap((one) => {
    const fault = faultOf(one);
    return fault === undefined ? [] : [[one.name, fault]];
  });

describe('parsePodcast: the XML conformance suites', () => {
  it('refuses each document as no feed, and falls over none', () => {
    expect(documents.length).toBeGreaterThan(2_900);
    const others = faults(documents, ({ bytes }) => {
      const result = titlesOf(bytes);
      return result === 'bad-feed' ? undefined : result;
    });
    expect(others).toEqual([]);
  });

  it('finds the feed after every prologue and DOCTYPE of a well-formed document', () => {
    expect(wellFormed.length).toBeGreaterThan(1_200);
    const feed = feedWith('<title>T</title><item><title>E</title></item>');
    const others = faults(wellFormed, ({ prologue }) => {
      const titles = titlesOf(prologue + feed);
      return String(titles) === 'T,E' ? undefined : titles;
    });
    expect(others).toEqual([]);
  });

  it('reads the text that a strict reader reads', () => {
    const comparable = wellFormed.filter(
      ({ text }) =>
        !referencesIn(text).some(isOfHtml) &&
        // XML 1.1 allows control characters that XML 1.0 does not.
        // eslint-disable-next-line no-control-regex -- the control characters are what it searches for
        !/[\0-\x08\x0b\x0c\x0e-\x1f\x80-\x9f]/.test(text),
    );
    expect(comparable.length).toBeGreaterThan(1_180);
    const others = faults(comparable, ({ root, text }) => {
      const [title = '', episode] = titlesOf(feedWith(`<title>${root}</title><item/>`));
      if (flat(title) === flat(text) && episode === '') return undefined;
      return difference(flat(title), flat(text));
    });
    expect(others).toEqual([]);
  });

  it('expands no entity that a DOCTYPE declares', () => {
    const declaring = wellFormed.flatMap(({ name, prologue }) =>
      [...prologue.matchAll(/<!ENTITY\s+([\w.-]+)\s+(?:"([^"]*)"|'([^']*)'|SYSTEM|PUBLIC)/g)]
        .map(([, entity = '']) => ({ name, prologue, reference: `&${entity};` }))
        .filter(({ reference }) => !isOfHtml(reference)),
    );
    expect(declaring.length).toBeGreaterThan(200);
    const others = faults(declaring, ({ prologue, reference }) => {
      const titles = titlesOf(prologue + feedWith(`<title>${reference}</title>`));
      return String(titles) === reference ? undefined : titles;
    });
    expect(others).toEqual([]);
  });

  it('keeps what stands before broken XML, and adds no episode', () => {
    const broken = documents.filter(({ verdict }) => verdict === 'not-wf' || verdict === 'error');
    expect(broken.length).toBeGreaterThan(1_700);
    const others = faults(broken, ({ bytes }) => {
      const notes = `<item><guid>1</guid><title>E</title><description>${new TextDecoder().decode(bytes)}`;
      const titles = titlesOf(
        feedWith(`<title>T</title><item><title>first</title></item>${notes}`),
      );
      return /^T,first(?:,E)?$/.test(String(titles)) ? undefined : titles;
    });
    expect(others).toEqual([]);
  });
});
