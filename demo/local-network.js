// @ts-check
/** Whether an address is this machine's, and whether others can reach it. */
import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { PrivatePodcastError } from 'private-podcast-subscribe/api';

/**
 * @param {string} host A name or an IP address.
 * @returns {Promise<boolean>} Whether only this machine reaches it.
 * @throws {PrivatePodcastError} `config` if it is not an address of this machine; the message
 * names those that are.
 */
export async function isLoopback(host) {
  const { address: wanted = '' } = (await lookup(host).catch(() => undefined)) ?? {};
  if (ipaddr.isValid(wanted) && ipaddr.parse(wanted).range() === 'loopback') return true;
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  if (addresses.some(({ address }) => address === wanted)) return false;
  const choices = addresses
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);
  const advice = choices.length
    ? `Give --host one of these: ${choices.join(', ')}.`
    : 'It has none that others could reach.';
  throw new PrivatePodcastError('config', `${host} is not an address of this machine. ${advice}`);
}
