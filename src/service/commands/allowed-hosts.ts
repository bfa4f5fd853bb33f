/** The options that say from which hosts feeds may come: those of the catalogue, and those of strangers. */
import { usageError } from './define-command.js';

export const allowHostOption = { 'allow-host': { type: 'string', multiple: true } } as const;

export const allowHostHelp = `  --allow-host HOST:PORT
                     allow the catalogue's feeds from this host although its
                     IP address is not public; may be repeated
`;

export function readAllowedHosts(values: { 'allow-host'?: string[] }): string[] {
  const hosts = values['allow-host'] ?? [];
  const isHostAndPort = (host: string) => /^(\[[\da-f:.]+\]|[^\s:/]+):\d{1,5}$/i.test(host);
  return hosts.every(isHostAndPort)
    ? hosts
    : usageError('--allow-host must have the form HOST:PORT.');
}

export const parserHostOption = { 'parser-host': { type: 'string', multiple: true } } as const;

export const parserHostHelp = `  --parser-host HOST[:PORT]
                     read this host's feeds, too, for anyone who asks: by
                     default the parser and the consume page are for the
                     service's own feeds; * is every public host; with a
                     port, its IP address need not be public; may be repeated
`;

export function readParserHosts(values: { 'parser-host'?: string[] }): string[] {
  const hosts = values['parser-host'] ?? [];
  const isHost = (host: string) => /^(?:\*|(?:\[[\da-f:.]+\]|[^\s:/*]+)(?::\d{1,5})?)$/i.test(host);
  return hosts.every(isHost)
    ? hosts
    : usageError('--parser-host must have the form HOST, HOST:PORT or *.');
}
