/** The option that lets feeds come from hosts without a public IP address. */
import { usageError } from './command.js';

export const allowHostOption = { 'allow-host': { type: 'string', multiple: true } } as const;

export const allowHostHelp = `  --allow-host HOST:PORT
                     allow feeds from this host although its IP address is
                     not public; may be repeated
`;

export function readAllowedHosts(values: { 'allow-host'?: string[] }): string[] {
  const hosts = values['allow-host'] ?? [];
  const isHostAndPort = (host: string) => /^(\[[\da-f:.]+\]|[^\s:/]+):\d{1,5}$/i.test(host);
  return hosts.every(isHostAndPort)
    ? hosts
    : usageError('--allow-host must have the form HOST:PORT.');
}
