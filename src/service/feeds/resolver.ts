/**
 * Looks up host names without occupying a thread of Node's pool: there are four of them, and a
 * name server that does not answer would hold up every other lookup and file.
 */
import { promises } from 'node:dns';

interface Address {
  address: string;
  family: number;
}

/**
 * Resolves a host name to all of its IP addresses, as `dns.lookup` does with `all`. In words of its own, because
 * the package's declarations refer to it, and need no types of Node.
 */
export type LookupAll = (
  hostname: string,
  options: object,
  callback: (error: Error | null, addresses: Address[]) => void,
) => void;

/** Milliseconds for the first try; the second one takes twice as long, and a connection may take 3 s in all. */
const TIMEOUT_MS = 700;
const TRIES = 2;

/** @param servers IP addresses of name servers, as `ip:port`; default: the system's. */
export function createLookup(servers?: readonly string[]): LookupAll {
  const resolver = new promises.Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);

  async function lookUp(hostname: string): Promise<Address[]> {
    // RFC 6761 §6.3: this name is not for name servers.
    if (/(?:^|\.)localhost\.?$/i.test(hostname)) return [{ address: '127.0.0.1', family: 4 }];
    const [ipv4, ipv6] = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    const found = [
      ...(ipv4.status === 'fulfilled' ? ipv4.value.map((address) => ({ address, family: 4 })) : []),
      ...(ipv6.status === 'fulfilled' ? ipv6.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (found.length === 0 && ipv4.status === 'rejected') throw ipv4.reason;
    return found;
  }

  return (hostname, _options, callback) => {
    lookUp(hostname).then(
      (addresses) => callback(null, addresses),
      (error: unknown) => callback(error as Error, []),
    );
  };
}
