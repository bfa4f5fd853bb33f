/** How many cases a law has: more in the nightly run than in `npm test`. */
const times = Number(process.env.LAW_TIMES ?? 1);
if (!Number.isInteger(times) || times < 1) throw new Error('LAW_TIMES must be a whole number.');

export const timesAsMany = (runs: number): number => runs * times;
