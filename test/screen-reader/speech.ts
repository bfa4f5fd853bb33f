/** The words that a member hears of the text that a screen reader sends to its voice. */

/** A request to the speech server; `time` is in milliseconds. */
export interface SpeechEvent {
  kind: 'speak' | 'stop';
  text: string;
  time: number;
}

/** How fast a voice speaks at its usual rate, in characters a second. */
const SPEAKING_RATE = 18;

interface Utterance {
  text: string;
  start: number;
  end: number;
}

/**
 * The utterances in the order in which they are heard. Each waits for the one before it. A stop
 * cuts off the one that is being said, after its last whole word, and drops those that wait.
 */
export function heardOf(events: readonly SpeechEvent[]): string[] {
  let said: Utterance[] = [];
  for (const { kind, text, time } of events) {
    if (kind === 'stop') {
      said = said.flatMap((utterance) => cutAt(utterance, time));
      continue;
    }
    const start = Math.max(time, said.at(-1)?.end ?? 0);
    said.push({ text, start, end: start + (text.length / SPEAKING_RATE) * 1000 });
  }
  return said.map(({ text }) => text);
}

function cutAt(utterance: Utterance, time: number): Utterance[] {
  if (utterance.end <= time) return [utterance];
  const characters = Math.max(0, ((time - utterance.start) / 1000) * SPEAKING_RATE);
  // One more character shows whether the last word is whole.
  const text = utterance.text.slice(0, characters + 1).replace(/\s*\S*$/, '');
  return text ? [{ ...utterance, text, end: time }] : [];
}
