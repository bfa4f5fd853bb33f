/**
 * Tokens to elements: finds the channel and the items of a feed, however badly its tags are
 * closed, and keeps of each only what a dialect knows.
 */
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { contentOf, isTag } from './dialects.js';
import { decodeEntities } from './entities.js';
import { requireWithin, type Limits } from './limits.js';
import { Namespaces } from './namespaces.js';
import { startOfRoot } from './prolog.js';
import { PrivatePodcastError } from './private-podcast-error.js';
import type { XmlElement } from './xml-element.js';

/** A name as written, and how often it is open now: an end tag without a start costs no search. */
interface Name {
  readonly lower: string;
  open: number;
}

/** An open tag. One without an element is not read, nor is anything in it. */
interface Frame {
  readonly name: Name;
  readonly element: XmlElement | undefined;
  readonly namespaces: Namespaces;
  /** True for an element that holds text alone. */
  readonly isLeaf: boolean;
  /** Where its content begins in the source. */
  readonly start: number;
  hasMarkup: boolean;
}

/** Elements of RSS that HTML has too: in unclosed notes they may be the notes' own. */
const ALSO_HTML = new Set(['title', 'link']);

const isEpisode = (name: string): boolean => name === 'item' || name === 'podcast:liveitem';

/** For tokens that say nothing: comments, declarations, processing instructions, entities (they are decoded here). */
const ignore = (): void => undefined;

class FeedReader implements TokenizerCallbacks {
  readonly ontextentity = ignore;
  readonly onattribentity = ignore;
  readonly oncomment = ignore;
  readonly ondeclaration = ignore;
  readonly onprocessinginstruction = ignore;
  /** An item that is cut off at the end is not one: it may lack its recording. */
  readonly onend = ignore;

  readonly channel: XmlElement = newElement('channel', []);
  /** True where there is a `<channel>` or an item. */
  isPodcast = false;

  readonly #xml: string;
  readonly #limits: Limits;
  readonly #onEpisode: (item: XmlElement) => void;
  readonly #names = new Map<string, Name>();
  readonly #frames: Frame[] = [];
  #tagName = '';
  #attributes: string[] = [];
  #attributeName = '';
  #attributeValue = '';
  #elements = 0;
  #episodes = 0;

  constructor(xml: string, limits: Limits, onEpisode: (item: XmlElement) => void) {
    this.#xml = xml;
    this.#limits = limits;
    this.#onEpisode = onEpisode;
  }

  onopentagname(start: number, end: number): void {
    this.#tagName = this.#xml.slice(start, end);
    this.#attributes = [];
  }

  onattribname(start: number, end: number): void {
    this.#attributeName = this.#xml.slice(start, end);
    this.#attributeValue = '';
  }

  onattribdata(start: number, end: number): void {
    this.#attributeValue = this.#xml.slice(start, end);
  }

  onattribend(): void {
    const frame = this.#frames.at(-1);
    if (frame && frame.element === undefined) return;
    this.#attributes.push(
      this.#name(this.#attributeName).lower,
      decodeEntities(this.#attributeValue),
    );
    requireWithin(this.#limits, 'attributes', this.#attributes.length / 2);
  }

  onopentagend(end: number): void {
    this.#open(end + 1);
  }

  onselfclosingtag(end: number): void {
    if (this.#open(end + 1)) this.#close(end + 1);
  }

  onclosetag(start: number, end: number): void {
    const name = this.#name(this.#xml.slice(start, end));
    // The root is never closed: what stands behind it in a broken feed still counts.
    const isRootAlone = name.open === 1 && this.#frames[0]?.name === name;
    if (name.open === 0 || isRootAlone) return;
    while (this.#frames.at(-1)?.name !== name) this.#close(start - 2);
    this.#close(start - 2);
  }

  ontext(start: number, end: number): void {
    const element = this.#textElement();
    if (element) this.#append(element, decodeEntities(this.#xml.slice(start, end)));
  }

  oncdata(start: number, end: number, endOffset: number): void {
    const element = this.#textElement();
    if (element) this.#append(element, this.#xml.slice(start, end - endOffset));
  }

  /** Opens the tag that was just read. @returns false for one that was only looked through */
  #open(contentStart: number): boolean {
    const name = this.#name(this.#tagName);
    const parent = this.#frames.at(-1);
    if (parent === undefined) return this.#openRoot(name, contentStart);

    const namespaces =
      parent.element && this.#attributes.length > 0
        ? parent.namespaces.with(this.#attributes)
        : parent.namespaces;
    const tag = parent.element ? namespaces.nameOf(name.lower) : '';
    if (parent.element) this.#leaveUnclosed(tag, contentStart);
    const element = this.#elementFor(tag);
    const isLeaf = element !== undefined && holdsText(element);
    this.#push({ name, element, namespaces, isLeaf, start: contentStart, hasMarkup: false });
    return true;
  }

  #openRoot(name: Name, start: number): boolean {
    // A default namespace on the root is the feed's own, whatever it says: it is read as RSS.
    const withoutDefault = this.#attributes.flatMap((part, at, all) =>
      all[at - (at % 2)] === 'xmlns' ? [] : [part],
    );
    const namespaces = new Namespaces().with(withoutDefault);
    const root = namespaces.nameOf(name.lower);
    if (root !== 'rss' && root !== 'rdf:rdf' && root !== 'channel') throw notRss(root);
    this.isPodcast = root === 'channel';
    this.#push({
      name,
      element: this.channel,
      namespaces,
      isLeaf: false,
      start,
      hasMarkup: false,
    });
    return true;
  }

  /** The element to read a tag into, as a child of the innermost open one; nothing where it does not count. */
  #elementFor(tag: string): XmlElement | undefined {
    const parent = this.#frames.at(-1)?.element;
    if (parent === undefined) return undefined;
    const isChannel = parent === this.channel;
    if (isChannel && tag === 'channel') {
      this.isPodcast = true;
      return this.channel;
    }
    if (isChannel && isEpisode(tag)) {
      this.isPodcast = true;
      requireWithin(this.#limits, 'episodes', ++this.#episodes);
    } else if (isChannel || isEpisode(parent.name)) {
      // Some feeds have another wrapper in the place of `<channel>`.
      if (!isTag(tag)) return isChannel && this.#isWrapper(tag) ? this.channel : undefined;
    } else if (!contentOf(parent.name)?.includes(tag)) return undefined;
    requireWithin(this.#limits, 'elements', ++this.#elements);
    return newElement(tag, this.#attributes);
  }

  /** True for an unknown element directly in the root, before any channel or item. */
  #isWrapper(tag: string): boolean {
    return (
      !this.isPodcast && this.#frames.length === 1 && !tag.includes(':') && tag !== 'textinput'
    );
  }

  /**
   * Closes what was left open where a tag cannot stand in it: an unclosed `<guid>` must not
   * swallow the enclosure behind it, an unclosed item not the next one.
   */
  #leaveUnclosed(tag: string, at: number): void {
    const isItem = tag === 'item';
    if (this.#frames.at(-1)?.isLeaf && (isItem || (isTag(tag) && canEndLeaf(tag)))) this.#close(at);
    if (!isItem) return;
    while (this.#frames.length > 1 && this.#frames.at(-1)?.element !== this.channel) {
      this.#close(at);
    }
  }

  #push(frame: Frame): void {
    frame.name.open++;
    this.#frames.push(frame);
    requireWithin(this.#limits, 'depth', this.#frames.length);
    if (frame.element === undefined) this.#markLeaf();
  }

  /** Notes with tags in them are HTML that was not escaped: they are kept as they stand. */
  #markLeaf(): void {
    const parent = this.#frames.at(-2);
    if (parent?.isLeaf) parent.hasMarkup = true;
  }

  #close(contentEnd: number): void {
    const frame = this.#frames.pop();
    if (frame === undefined) return;
    frame.name.open--;
    const { element } = frame;
    if (element === undefined || element === this.channel) return;
    if (frame.hasMarkup) element.markup = this.#xml.slice(frame.start, contentEnd);
    if (element.name === 'item') this.#onEpisode(element);
    else this.#frames.at(-1)?.element?.children.push(element);
  }

  /** The innermost element that is being read, where it holds text. */
  #textElement(): XmlElement | undefined {
    for (let at = this.#frames.length - 1; at > 0; at--) {
      const frame = this.#frames[at];
      if (frame?.element) return frame.isLeaf ? frame.element : undefined;
    }
    return undefined;
  }

  #append(element: XmlElement, text: string): void {
    element.text = element.text === '' ? text : element.text + text;
    requireWithin(this.#limits, 'text', element.text.length);
  }

  #name(written: string): Name {
    const known = this.#names.get(written);
    if (known) return known;
    const lower = written.toLowerCase();
    const name = (lower === written ? undefined : this.#names.get(lower)) ?? { lower, open: 0 };
    this.#names.set(lower, name);
    this.#names.set(written, name);
    requireWithin(this.#limits, 'names', this.#names.size);
    return name;
  }
}

function newElement(name: string, attributes: readonly string[]): XmlElement {
  return { name, attributes, text: '', markup: undefined, children: [] };
}

const holdsText = ({ name }: XmlElement): boolean =>
  name !== 'channel' && !isEpisode(name) && contentOf(name) === undefined;

const canEndLeaf = (tag: string): boolean => !ALSO_HTML.has(tag) && !tag.startsWith('media:');

function notRss(root: string): PrivatePodcastError {
  if (root === 'feed') {
    return new PrivatePodcastError(
      'bad-feed',
      'This is an Atom feed. Podcast apps read RSS: use the address of the RSS feed.',
    );
  }
  return new PrivatePodcastError(
    'bad-feed',
    root === 'html'
      ? 'There is a web page in place of a feed. Check the address, and that it needs no log-in.'
      : 'This is not an RSS feed. Check that the address is that of a podcast feed.',
  );
}

/**
 * Reads a feed's elements.
 * @param onEpisode gets each complete `<item>` as it ends, in the order of the feed
 * @returns the channel with its other elements, live items among them
 * @throws {PrivatePodcastError} `bad-feed` where there is no RSS feed or it goes past `limits`
 */
export function readFeed(
  xml: string,
  limits: Limits,
  onEpisode: (item: XmlElement) => void,
): XmlElement {
  const feed = xml.slice(startOfRoot(xml));
  const reader = new FeedReader(feed, limits, onEpisode);
  const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: false }, reader);
  tokenizer.write(feed);
  tokenizer.end();
  if (!reader.isPodcast) {
    throw new PrivatePodcastError(
      'bad-feed',
      'There is no podcast feed here. Check that the address is that of an RSS feed and that it answers.',
    );
  }
  return reader.channel;
}
