/**
 * Reduces all that is known of the page, the Subscription, the podcast and the network to what the element shows. A
 * server and a browser ask the same function. It has no access to the DOM, so that it is tested without a page.
 */
import type { ShownPodcast } from '../../podcast/shown-podcast.js';

type Titled = { title: string } | undefined;

/** The state of the page's feed URL or token. A field that is not known yet is `undefined`. */
export interface Resolved {
  /** An element's state; a server has no type for it, because it has no DOM. */
  state: string;
  subscription: Titled;
  /** The Subscription whose feed is gone: its title still tells the member which podcast it was. */
  dead?: Titled;
  /** The Subscription of the view that a server has rendered. */
  rendered?: Titled;
}

/** The state of its podcast. */
export interface Loaded {
  podcast: ShownPodcast | undefined;
  hasFailed: boolean;
}

export interface Around {
  /** The message in place of the buttons. */
  message?: unknown;
  /** Whether the network has lost a part of the element. */
  isLost?: boolean;
  /** The texts of the page's language, once they are there. */
  texts: unknown;
}

export interface ElementView {
  /** Empty if it is not known. */
  title: string;
  /** Whether the title was not there from the start: then there is room for two lines of it. */
  wasUntitled: boolean;
  /** URL of the cover; `null` for no room for one. */
  cover: string | null | undefined;
  podcast: ShownPodcast | undefined;
  /** Whether more of the podcast is on its way. */
  isWaiting: boolean;
  /** Whether a message is all there is: it has no room to keep for what is not known. */
  isAlone: boolean;
}

/**
 * @param page what the page says of the podcast: a title, and the URL of a cover.
 */
export function elementView(
  { state, subscription, dead, rendered }: Resolved,
  { podcast, hasFailed }: Partial<Loaded>,
  [pageTitle, pageCover]: readonly [title: string, cover: string | undefined],
  { message, isLost, texts }: Around,
): ElementView {
  const isAlone = Boolean(message ?? (texts && isLost && !subscription));
  const cover = podcast?.image ?? pageCover;
  return {
    title: podcast?.title || (subscription ?? dead)?.title || pageTitle,
    wasUntitled: !(rendered?.title || pageTitle),
    cover: isAlone ? (cover ?? null) : cover,
    podcast,
    isWaiting: !message && !isLost && (state !== 'ready' || !(podcast ?? hasFailed)),
    isAlone,
  };
}
