/** Hosts that everybody reaches. */
import ipaddr from 'ipaddr.js';
import { parseUrl } from '../../urls/web-url.js';

/** Leaves out special ranges, and IPv6 outside 2000::/3, which has no public hosts. */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed.toByteArray()[0] ?? 0) >> 5 === 1;
}

/**
 * Whether a URL may lead to a public host, as far as its text tells: one word is a name of the local
 * network or of a container.
 */
export function namesPublicHost(url: string): boolean {
  const host = (parseUrl(url)?.hostname ?? '').replace(/^\[|\]$/g, '');
  return ipaddr.isValid(host) ? isPublicAddress(host) : /[^.]\.[^.]/.test(host);
}
