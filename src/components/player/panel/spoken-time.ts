/** Times within an episode as they are spoken. */
import { cachedFormatter } from '../../language/formats.js';

/** A time in words: `12 minutes 4 seconds`. */
export function spokenTime(seconds: number, locale: string): string {
  const whole = Math.floor(seconds);
  const parts = [
    [Math.floor(whole / 3600), 'hour'],
    [Math.floor(whole / 60) % 60, 'minute'],
    [whole % 60, 'second'],
  ] as const;
  const said = parts.filter(([amount]) => amount > 0);
  return (said.length ? said : parts.slice(2))
    .map(([amount, unit]) =>
      cachedFormatter(
        `spoken ${unit} ${locale}`,
        () => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }),
      ).format(amount),
    )
    .join(' ');
}
