/**
 * Tokens to elements: finds the channel and the items of a feed, however badly its tags are
 * closed, and keeps of each only what a dialect knows.
 */
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { kindOf } from '../dialects/dialects.js';
import { decodeEntities } from './entities.js';
import { pastLimit, type Limits } from './limits.js';
import { Namespaces } from './namespaces.js';
import { withoutDoctype } from './prolog.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import type { Kind, XmlElement } from './xml-element.js';

/** A name of an element, one for all ways to write it. */
interface Name {
  readonly lower: string;
  /** How often it is open now: an end tag without a start costs no search. */
  open: number;
  /** What it is where `namespaces` hold: mostly they hold for the whole feed. */
  kind: Kind;
  namespaces: Namespaces | undefined;
}

/** An element that is still being read. */
interface OpenElement extends XmlElement {
  children: XmlElement[];
}

/** An open tag. One without an element is not read, nor is anything in it. */
interface Frame {
  readonly parent: Frame | undefined;
  readonly depth: number;
  readonly name: Name;
  readonly written: string;
  readonly namespaces: Namespaces;
  readonly element: OpenElement | undefined;
  /** Where its content begins in the source. */
  readonly start: number;
  hasMarkup: boolean;
}

/** Elements of RSS that HTML has too: in unclosed notes they may be the notes' own. */
const ALSO_HTML = new Set(['title', 'link']);

/** Of most elements there are no attributes, of still more no children: they share one list, which stays empty. */
const NONE: never[] = [];

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

  readonly channel = newElement(kindOf('channel'), NONE);
  /** True where there is a `<channel>` or an item. */
  isPodcast = false;

  readonly #xml: string;
  readonly #limits: Limits;
  readonly #onEpisode: (item: XmlElement) => void;
  readonly #names = new Map<string, Name>();
  #top: Frame | undefined;
  #tagStart = 0;
  #tagName = '';
  #attributes: string[] = NONE;
  #bindsNames = false;
  #elements = 0;
  #episodes = 0;

  constructor(xml: string, limits: Limits, onEpisode: (item: XmlElement) => void) {
    this.#xml = xml;
    this.#limits = limits;
    this.#onEpisode = onEpisode;
  }

  onopentagname(start: number, end: number): void {
    this.#tagStart = start - 1;
    this.#tagName = this.#xml.slice(start, end);
    this.#attributes = NONE;
    this.#bindsNames = false;
  }

  onattribname(start: number, end: number): void {
    if (this.#top && this.#top.element === undefined) return;
    if (this.#attributes === NONE) this.#attributes = [];
    this.#attributes.push(this.#xml.slice(start, end), '');
    this.#bindsNames ||= this.#xml.startsWith('xmlns', start);
    if (this.#attributes.length > 2 * this.#limits.attributes) {
      throw pastLimit(this.#limits, 'attributes');
    }
  }

  onattribdata(start: number, end: number): void {
    if (this.#attributes === NONE) return;
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
    // The root is never closed: what stands behind it in a broken feed still counts.
    if (top?.parent === undefined) return;
    const { written } = top;
    // The usual case, without a copy of the name.
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
    this.#leaveUnclosed(kind);
    this.#push(name, namespaces, this.#elementFor(kind), start);
  }

  #openRoot(name: Name, start: number): void {
    // A default namespace on the root is the feed's own, whatever it says: it is read as RSS.
    const prefixed = this.#attributes.map((part, at) =>
      at % 2 === 0 && part.toLowerCase() === 'xmlns' ? '' : part,
    );
    const namespaces = new Namespaces().with(prefixed);
    const root = namespaces.nameOf(name.lower);
    if (root !== 'rss' && root !== 'rdf:rdf' && root !== 'channel') throw notRss(root);
    this.isPodcast = root === 'channel';
    this.#push(name, namespaces, this.channel, start);
  }

  /** The element to read a tag into, within the innermost open one; nothing where it does not count. */
  #elementFor(kind: Kind): OpenElement | undefined {
    const parent = this.#top?.element;
    if (parent === undefined) return undefined;
    if (parent === this.channel && kind.read === undefined) {
      if (kind.name === 'channel') this.isPodcast = true;
      else if (kind.holds === 'tags') this.#countEpisode();
      else return this.#isWrapper(kind) ? this.channel : undefined;
      if (kind.name === 'channel') return this.channel;
    } else {
      const { holds } = parent.kind;
      const counts = holds === 'tags' ? kind.read !== undefined : holds.includes(kind.name);
      if (!counts) return undefined;
    }
    if (++this.#elements > this.#limits.elements) throw pastLimit(this.#limits, 'elements');
    return newElement(kind, this.#attributes);
  }

  #countEpisode(): void {
    this.isPodcast = true;
    if (++this.#episodes > this.#limits.episodes) throw pastLimit(this.#limits, 'episodes');
  }

  /** Some feeds have another element where `<channel>` stands: in the root, before any item. */
  #isWrapper({ name }: Kind): boolean {
    return !this.isPodcast && this.#top?.parent === undefined && !name.includes(':');
  }

  /**
   * Closes what was left open where a tag cannot stand in it: an unclosed `<guid>` must not
   * swallow the enclosure behind it, an unclosed item not the next one.
   */
  #leaveUnclosed(kind: Kind): void {
    const at = this.#tagStart;
    const isItem = kind.name === 'item';
    if (holdsText(this.#top) && (isItem || canEndText(kind))) this.#close(at);
    if (!isItem) return;
    while (this.#top?.parent && this.#top.element !== this.channel) this.#close(at);
  }

  #push(name: Name, namespaces: Namespaces, element: OpenElement | undefined, start: number): void {
    const parent = this.#top;
    const depth = parent ? parent.depth + 1 : 1;
    if (depth > this.#limits.depth) throw pastLimit(this.#limits, 'depth');
    // Notes with tags in them are HTML that was not escaped: they are kept as they stand.
    if (parent && element === undefined && holdsText(parent)) parent.hasMarkup = true;
    name.open++;
    const written = this.#tagName;
    this.#top = { parent, depth, name, written, namespaces, element, start, hasMarkup: false };
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
    if (element.kind.name === 'item') this.#onEpisode(element);
    else addChild(this.#top?.element, element);
  }

  /** The innermost element that is being read, where it holds text. */
  #textElement(): OpenElement | undefined {
    let frame = this.#top;
    while (frame && frame.element === undefined) frame = frame.parent;
    return holdsText(frame) ? frame?.element : undefined;
  }

  #append(element: OpenElement, text: string): void {
    element.text = element.text === '' ? text : element.text + text;
    if (element.text.length > this.#limits.text) throw pastLimit(this.#limits, 'text');
  }

  #name(written: string): Name {
    const known = this.#names.get(written);
    if (known) return known;
    const lower = written.toLowerCase();
    const name = this.#names.get(lower) ?? {
      lower,
      open: 0,
      kind: kindOf(lower),
      namespaces: undefined,
    };
    this.#names.set(lower, name);
    this.#names.set(written, name);
    if (this.#names.size > this.#limits.names) throw pastLimit(this.#limits, 'names');
    return name;
  }
}

function newElement(kind: Kind, attributes: readonly string[]): OpenElement {
  return { kind, attributes, text: '', markup: undefined, children: NONE };
}

function addChild(parent: OpenElement | undefined, child: XmlElement): void {
  if (parent === undefined) return;
  if (parent.children === NONE) parent.children = [child];
  else parent.children.push(child);
}

function kindIn(name: Name, namespaces: Namespaces): Kind {
  if (name.namespaces !== namespaces) {
    name.kind = kindOf(namespaces.nameOf(name.lower));
    name.namespaces = namespaces;
  }
  return name.kind;
}

const holdsText = (frame: Frame | undefined): boolean => frame?.element?.kind.holds === 'text';

/** True for a tag that cannot stand in the text of another, not even in notes that are HTML. */
const canEndText = ({ name, read }: Kind): boolean =>
  read !== undefined && !ALSO_HTML.has(name) && !name.startsWith('media:');

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
  const feed = withoutDoctype(xml);
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
