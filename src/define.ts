/**
 * Entry point `private-podcast-subscribe/define`: registers the element once, however often it is
 * loaded. With it come the types of the tag and its events.
 */
import { PrivatePodcastSubscribe } from './components/private-podcast-subscribe.js';

export type * from './index.js';

const name = 'private-podcast-subscribe';

// Node has no registry: importing this module there must not throw.
if ('customElements' in globalThis && !customElements.get(name)) {
  customElements.define(name, PrivatePodcastSubscribe);
}
