/**
 * Builds elements from a feed's tokens. Finds the channel and the items however badly the tags
 * are closed, and keeps only elements that a dialect knows.
 */
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { elementKindOf } from '../dialects/dialects.js';
import { decodeEntities } from './entities.js';
import { limitError, type FeedLimits } from './limits.js';
import { Namespaces } from './namespaces.js';
import { withoutDoctype, withoutForeword } from './prolog.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { absoluteUrl } from '../values/written-url.js';
import { attribute, type ElementKind, type FeedContext, type XmlElement } from './xml-element.js';

/** An element's name: one object for all spellings of it. */
interface TagName {
  readonly lower: string;
  /** How many open elements have it. With 0, an end tag needs no search for its start tag. */
  open: number;
  /** Its meaning in `namespaces`. Cached, as most feeds bind namespaces only once. */
  kind: ElementKind;
  namespaces: Namespaces | undefined;
}

/** An element whose content is still being read. */
interface OpenElement extends XmlElement {
  children: XmlElement[];
}

/** An open tag. Without an element, the tag and everything in it is ignored. */
interface Frame {
  readonly parent: Frame | undefined;
  readonly depth: number;
  readonly name: TagName;
  readonly written: string;
  readonly namespaces: Namespaces;
  readonly base: string | undefined;
  readonly element: OpenElement | undefined;
  /** Index in the source at which its content starts. */
  readonly start: number;
  hasMarkup: boolean;
}

/** RSS elements that HTML has too. Inside unescaped notes they may belong to the notes. */
const htmlNames = new Set(['title', 'link']);

/** The attributes and children of an element that has none. Shared to save memory; never changed. */
const none: never[] = [];

/** For tokens that are not used: comments, declarations, and entities, which are decoded here. */
const ignore = (): void => undefined;

class FeedReader implements TokenizerCallbacks {
  readonly ontextentity = ignore;
  readonly onattribentity = ignore;
  readonly oncomment = ignore;
  readonly ondeclaration = ignore;
  readonly onprocessinginstruction = ignore;
  /** An item that the end of the feed cuts off is dropped: it may lack its recording. */
  readonly onend = ignore;

  readonly channel = newElement(elementKindOf('channel'), none, undefined);
  /** Whether the feed has a `<channel>` or an item. */
  isPodcast = false;

  readonly #xml: string;
  readonly #limits: FeedLimits;
  readonly #baseUrl: string | undefined;
  readonly #onItem: (item: XmlElement) => void;
  readonly #names = new Map<string, TagName>();
  #top: Frame | undefined;
  #tagStart = 0;
  #tagName = '';
  #attributes: string[] = none;
  #bindsNames = false;
  #hasBase = false;
  #elements = 0;
  #episodes = 0;

  constructor(xml: string, { limits, baseUrl }: ReadOptions, onItem: (item: XmlElement) => void) {
    this.#xml = xml;
    this.#limits = limits;
    this.#baseUrl = baseUrl;
    this.#onItem = onItem;
  }

  onopentagname(start: number, end: number): void {
    this.#tagStart = start - 1;
    this.#tagName = this.#xml.slice(start, end);
    this.#attributes = none;
    this.#bindsNames = false;
    this.#hasBase = false;
  }

  onattribname(start: number, end: number): void {
    if (this.#top && this.#top.element === undefined) return;
    if (this.#attributes === none) this.#attributes = [];
    this.#attributes.push(this.#xml.slice(start, end), '');
    this.#bindsNames ||= this.#xml.startsWith('xmlns', start);
    this.#hasBase ||= this.#xml.startsWith('xml:base', start);
    if (this.#attributes.length > 2 * this.#limits.attributes) {
      throw limitError(this.#limits, 'attributes');
    }
  }

  onattribdata(start: number, end: number): void {
    if (this.#attributes === none) return;
    this.#attributes[this.#attributes.length - 1] = this.#xml.slice(start, end);
  }

  readonly onattribend = ignore;

  onopentagend(end: number): void {
    this.#open(end + 1);
  }

  onselfclosingtag(end: number): void {
    this.#open(end + 1);
    this.#close(end + 1);
  }

  onclosetag(start: number, end: number): void {
    const top = this.#top;
    // The root is never closed: broken feeds have content after its end tag.
    if (top?.parent === undefined) return;
    const { written } = top;
    // The usual case: compare without copying the name.
    if (written.length === end - start && this.#xml.startsWith(written, start)) {
      this.#close(start - 2);
      return;
    }
    const name = this.#name(this.#xml.slice(start, end));
    let frame: Frame | undefined = name.open > 0 ? top : undefined;
    while (frame && frame.name !== name) frame = frame.parent;
    if (frame?.parent) this.#closeDownTo(frame.parent, start - 2);
  }

  ontext(start: number, end: number): void {
    const element = this.#textElement();
    if (element) this.#append(element, decodeEntities(this.#xml.slice(start, end)));
  }

  oncdata(start: number, end: number, endOffset: number): void {
    const element = this.#textElement();
    if (element) this.#append(element, this.#xml.slice(start, end - endOffset));
  }

  #open(start: number): void {
    const name = this.#name(this.#tagName);
    if (this.#top === undefined) {
      this.#openRoot(name, start);
      return;
    }
    const { element: parent, namespaces: outer } = this.#top;
    if (parent === undefined) {
      this.#push(name, outer, undefined, start);
      return;
    }
    const namespaces = this.#bindsNames ? outer.with(this.#attributes) : outer;
    const kind = kindIn(name, namespaces);
    this.#closeUnclosed(kind);
    this.#push(name, namespaces, this.#elementFor(kind), start);
  }

  #openRoot(name: TagName, start: number): void {
    // The root's default namespace is ignored: its elements are read as RSS.
    const prefixed = this.#attributes.map((part, at) =>
      at % 2 === 0 && part.toLowerCase() === 'xmlns' ? '' : part,
    );
    const namespaces = new Namespaces().with(prefixed);
    const root = namespaces.nameOf(name.lower);
    if (root !== 'rss' && root !== 'rdf:rdf' && root !== 'channel') throw notRssError(root);
    this.isPodcast = root === 'channel';
    this.#push(name, namespaces, this.channel, start);
  }

  /** The element for a tag inside the innermost open one; undefined if the tag is ignored there. */
  #elementFor(kind: ElementKind): OpenElement | undefined {
    const parent = this.#top?.element;
    if (parent === undefined) return undefined;
    if (parent === this.channel && kind.read === undefined) {
      if (kind.name === 'channel') this.isPodcast = true;
      else if (kind.holds === 'tags') this.#countEpisode();
      else return this.#isWrapper(kind) ? this.channel : undefined;
      if (kind.name === 'channel') return this.channel;
    } else {
      const { holds } = parent.kind;
      if (holds === 'text') return undefined;
      const isKnown = holds === 'tags' ? kind.read !== undefined : holds.includes(kind.name);
      if (!isKnown) return undefined;
    }
    if (++this.#elements > this.#limits.elements) throw limitError(this.#limits, 'elements');
    return newElement(kind, this.#attributes, this.#baseHere());
  }

  /** The base inside the tag that was read last, itself relative to the one around it. */
  #baseHere(): string | undefined {
    const around = this.#top?.base;
    if (!this.#hasBase) return around;
    const written = attribute({ attributes: this.#attributes }, 'xml:base') ?? '';
    return absoluteUrl(written, around ?? this.#baseUrl) ?? around;
  }

  #countEpisode(): void {
    this.isPodcast = true;
    if (++this.#episodes > this.#limits.episodes) throw limitError(this.#limits, 'episodes');
  }

  /** Some feeds have another element in place of `<channel>`: a child of the root, before any item. */
  #isWrapper({ name }: ElementKind): boolean {
    return !this.isPodcast && this.#top?.parent === undefined && !name.includes(':');
  }

  /**
   * Closes open elements that cannot contain this tag: an unclosed `<guid>` must not swallow
   * the enclosure after it, nor an unclosed item the next item.
   */
  #closeUnclosed(kind: ElementKind): void {
    const at = this.#tagStart;
    const isItem = kind.name === 'item';
    if (holdsText(this.#top) && (isItem || canEndText(kind))) this.#close(at);
    if (!isItem) return;
    while (this.#top?.parent && this.#top.element !== this.channel) this.#close(at);
  }

  #push(
    name: TagName,
    namespaces: Namespaces,
    element: OpenElement | undefined,
    start: number,
  ): void {
    const parent = this.#top;
    const depth = parent ? parent.depth + 1 : 1;
    const base = this.#baseHere();
    if (depth > this.#limits.depth) throw limitError(this.#limits, 'depth');
    // A tag in a text element means unescaped HTML: its source is kept as markup.
    if (parent && element === undefined && holdsText(parent)) parent.hasMarkup = true;
    name.open++;
    const written = this.#tagName;
    this.#top = {
      parent,
      depth,
      name,
      written,
      namespaces,
      base,
      element,
      start,
      hasMarkup: false,
    };
  }

  #closeDownTo(frame: Frame, contentEnd: number): void {
    while (this.#top !== frame) this.#close(contentEnd);
  }

  #close(contentEnd: number): void {
    const frame = this.#top;
    if (frame === undefined) return;
    frame.name.open--;
    this.#top = frame.parent;
    const { element } = frame;
    if (element === undefined || element === this.channel) return;
    if (frame.hasMarkup) element.markup = this.#xml.slice(frame.start, contentEnd);
    if (element.kind.name === 'item') this.#onItem(element);
    else addChild(this.#top?.element, element);
  }

  /** The innermost element that is not ignored, if it holds text. */
  #textElement(): OpenElement | undefined {
    let frame = this.#top;
    while (frame && frame.element === undefined) frame = frame.parent;
    return holdsText(frame) ? frame?.element : undefined;
  }

  #append(element: OpenElement, text: string): void {
    element.text = element.text === '' ? text : element.text + text;
    if (element.text.length > this.#limits.text) throw limitError(this.#limits, 'text');
  }

  #name(written: string): TagName {
    const known = this.#names.get(written);
    if (known) return known;
    const lower = written.toLowerCase();
    const name = this.#names.get(lower) ?? {
      lower,
      open: 0,
      kind: elementKindOf(lower),
      namespaces: undefined,
    };
    this.#names.set(lower, name);
    this.#names.set(written, name);
    if (this.#names.size > this.#limits.names) throw limitError(this.#limits, 'names');
    return name;
  }
}

function newElement(
  kind: ElementKind,
  attributes: readonly string[],
  base: string | undefined,
): OpenElement {
  return { kind, attributes, base, text: '', markup: undefined, children: none };
}

function addChild(parent: OpenElement | undefined, child: XmlElement): void {
  if (parent === undefined) return;
  if (parent.children === none) parent.children = [child];
  else parent.children.push(child);
}

function kindIn(name: TagName, namespaces: Namespaces): ElementKind {
  if (name.namespaces !== namespaces) {
    name.kind = elementKindOf(namespaces.nameOf(name.lower));
    name.namespaces = namespaces;
  }
  return name.kind;
}

const holdsText = (frame: Frame | undefined): boolean => frame?.element?.kind.holds === 'text';

/** Whether a tag ends an unclosed text element: it does unless HTML notes may contain it. */
const canEndText = ({ name, read }: ElementKind): boolean =>
  read !== undefined && !htmlNames.has(name) && !name.startsWith('media:');

function notRssError(root: string): PrivatePodcastError {
  if (root === 'feed') {
    return new PrivatePodcastError(
      'bad-feed',
      'This is an Atom feed, but podcast apps read RSS. Use the URL of the RSS feed.',
    );
  }
  return new PrivatePodcastError(
    'bad-feed',
    root === 'html'
      ? 'This is a web page, not a feed. Check the URL, and that it works without logging in.'
      : 'This is not an RSS feed. Check that the URL is that of a podcast feed.',
  );
}

export interface ReadOptions extends FeedContext {
  limits: FeedLimits;
}

/**
 * Reads a feed's elements.
 * @param onItem called with each complete `<item>` when it ends, in feed order
 * @returns the channel with its other elements, including live items
 * @throws {PrivatePodcastError} `bad-feed` if this is not an RSS feed or exceeds a limit
 */
export function readFeed(
  xml: string,
  options: ReadOptions,
  onItem: (item: XmlElement) => void,
): XmlElement {
  const feed = withoutDoctype(withoutForeword(xml));
  const reader = new FeedReader(feed, options, onItem);
  const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: false }, reader);
  tokenizer.write(feed);
  tokenizer.end();
  if (!reader.isPodcast) {
    throw new PrivatePodcastError(
      'bad-feed',
      'There is no podcast feed here. Check that the URL is that of an RSS feed, and that it responds.',
    );
  }
  return reader.channel;
}
