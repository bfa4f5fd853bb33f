/** Entry point `private-podcast-subscribe/define`: registers the element, once, however often it is loaded. */
import { PrivatePodcastSubscribe } from './components/private-podcast-subscribe.js';

if (!globalThis.customElements?.get('private-podcast-subscribe')) {
  globalThis.customElements?.define('private-podcast-subscribe', PrivatePodcastSubscribe);
}
