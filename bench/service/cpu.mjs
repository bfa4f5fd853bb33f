/** CPU time of processes; Linux only. */
import { readFileSync } from 'node:fs';

/** CPU time of a process in µs. @param {number | undefined} pid */
export function cpuOf(pid) {
  try {
    // The fields after the name, which is in parentheses: user and system time in hundredths of a second.
    const [, fields = ''] =
      /^.*\) (.*)$/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8').trim()) ?? [];
    const [user, system] = fields.split(' ').slice(11, 13).map(Number);
    return (Number(user) + Number(system)) * 10_000;
  } catch {
    return NaN;
  }
}
