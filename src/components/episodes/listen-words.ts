/** The button that plays here says what it goes on with. */
import type { ListenView } from '../buttons/app-buttons-view.js';
import { formatDuration } from '../language/formats.js';
import type { Texts } from '../language/texts/en.js';
import { fill } from '../language/texts.js';
import type { UpNext } from '../player/up-next.js';

const labels = {
  continue: 'goOn',
  new: 'newEpisode',
  next: 'nextEpisode',
  listen: 'listen',
} as const;

interface Saying {
  texts: Texts;
  locale: string;
  /** Whether the button is the filled one, which has a second line. */
  isConnected: boolean;
}

/** "Continue", and below it "Six harbours, end to end · 12 min left"; on one line where the app comes first. */
export function listenWords({ kind, episode, left }: UpNext, saying: Saying): ListenView {
  const { texts, locale, isConnected } = saying;
  const label = texts[labels[kind]];
  // As rows say it: whole minutes, and only at the end seconds.
  const seconds = left === undefined || left < 60 ? left : Math.round(left / 60) * 60;
  const time = formatDuration(seconds ?? episode.duration, locale);
  const length = time && kind === 'continue' && seconds ? fill(texts.timeLeft, { time }) : time;
  if (isConnected) return { label, detail: { title: episode.title, length }, episode };
  if (kind !== 'continue') return { episode };
  return { label: seconds ? `${label} · ${length}` : label, episode };
}
