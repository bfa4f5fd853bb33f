/** What is heard of what is said: one thing after the other, and nothing that was cut off. */
import { describe, expect, it } from 'vitest';
import { heardOf, type SpeechEvent } from './speech.js';

const speak = (time: number, text: string): SpeechEvent => ({ kind: 'speak', text, time });
const stop = (time: number): SpeechEvent => ({ kind: 'stop', text: '', time });
/** One second of speech. */
const second = 'One second of it.!';

describe('what is heard', () => {
  it('is all of it, in order, where nothing is stopped', () => {
    expect(heardOf([speak(0, 'first'), speak(0, 'second')])).toEqual(['first', 'second']);
  });

  it('ends with the last whole word before a stop', () => {
    expect(heardOf([speak(0, 'Link copied. Paste it.'), stop(700)])).toEqual(['Link copied.']);
  });

  it('is not what waited when it was stopped', () => {
    const events = [speak(0, second), speak(0, 'waits'), stop(500), speak(600, 'after')];
    expect(heardOf(events)).toEqual(['One', 'after']);
  });

  it('is not what was stopped before its first word', () => {
    expect(heardOf([speak(0, 'Copied'), stop(10)])).toEqual([]);
  });

  it('is what was said before the stop', () => {
    expect(heardOf([speak(0, second), stop(1100), speak(1100, 'next')])).toEqual([second, 'next']);
  });
});
