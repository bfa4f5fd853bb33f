/** Entry point `private-podcast-subscribe/define`: registers the element, once, however often it is loaded. */
import { PrivatePodcastSubscribe } from './components/private-podcast-subscribe.js';

const name = 'private-podcast-subscribe';

// Without a DOM, as in Node, there is nothing to register with.
if ('customElements' in globalThis && !customElements.get(name)) {
  customElements.define(name, PrivatePodcastSubscribe);
}
