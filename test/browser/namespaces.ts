/**
 * Two network namespaces joined by a cable, for what happens between two machines: the tests' own
 * network is not touched. Linux only, and only for those who may create them.
 */
import { execFileSync } from 'node:child_process';

export interface TwoMachines {
  /** The first machine's address. */
  address: string;
  /** The words to put before a command so that it runs on the machine of that number. */
  on: (machine: 0 | 1) => readonly [command: string, ...args: string[]];
  remove: () => void;
}

/** Addresses that are set aside for tests between networks (RFC 2544). */
const network = '198.18.77';

/** @returns the machines, or why there are none here */
export function createTwoMachines(): TwoMachines | { missing: string } {
  const names = [0, 1].map((machine) => `pps-${process.pid}-${machine}`);
  const remove = () => {
    for (const name of names) tryIp('netns', 'del', name);
  };
  try {
    const [first = '', second = ''] = names;
    for (const name of names) ip('netns', 'add', name);
    const cable = ['type', 'veth', 'peer', 'name', 'cable', 'netns', second];
    ip('link', 'add', 'cable', 'netns', first, ...cable);
    for (const [index, name] of names.entries()) {
      ip('-n', name, 'address', 'add', `${network}.${index + 1}/24`, 'dev', 'cable');
      for (const link of ['lo', 'cable']) ip('-n', name, 'link', 'set', link, 'up');
    }
  } catch (error) {
    remove();
    const reason = error instanceof Error ? error.message.split('\n').at(-2) : '';
    return { missing: `network namespaces cannot be created here: ${reason || 'no ip command'}` };
  }
  return {
    address: `${network}.1`,
    on: (machine) => ['ip', 'netns', 'exec', names[machine]!],
    remove,
  };
}

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: 'pipe', encoding: 'utf8' });
}

function tryIp(...args: string[]): void {
  try {
    ip(...args);
  } catch {
    // It was not there.
  }
}
