/**
 * Entry point `private-podcast-subscribe/define`: registers the element once, however often it is
 * loaded. With it come the types of the tag and its events.
 * @module private-podcast-subscribe/define
 */
import { afterPaint } from './components/loading/lazy-chunks.js';
import { PrivatePodcastSubscribe } from './components/private-podcast-subscribe.js';

export type * from './index.js';

const name = 'private-podcast-subscribe';

function define(): void {
  if (!customElements.get(name)) customElements.define(name, PrivatePodcastSubscribe);
}

// Importing this module in Node must not throw. There Lit brings a registry, but nothing brings a document.
if ('document' in globalThis) {
  // A view that a server rendered works without the script: it is painted first.
  if (document.querySelector(name)?.shadowRoot) void afterPaint().then(define);
  else define();
}
