/** Utterances are heard one after the other, without those that were cut off. */
import { describe, expect, it } from 'vitest';
import { heardOf, type SpeechEvent } from './speech.js';

const speak = (time: number, text: string): SpeechEvent => ({ kind: 'speak', text, time });
const stop = (time: number): SpeechEvent => ({ kind: 'stop', text: '', time });
/** One second of speech. */
const second = 'One second of it.!';

describe('heardOf', () => {
  it('returns all utterances in order if nothing is stopped', () => {
    expect(heardOf([speak(0, 'first'), speak(0, 'second')])).toEqual(['first', 'second']);
  });

  it('ends with the last whole word before a stop', () => {
    expect(heardOf([speak(0, 'Link copied. Paste it.'), stop(700)])).toEqual(['Link copied.']);
  });

  it('leaves out an utterance that waited at the stop', () => {
    const events = [speak(0, second), speak(0, 'waits'), stop(500), speak(600, 'after')];
    expect(heardOf(events)).toEqual(['One', 'after']);
  });

  it('leaves out an utterance that was stopped before its first word', () => {
    expect(heardOf([speak(0, 'Copied'), stop(10)])).toEqual([]);
  });

  it('returns an utterance that ended before the stop', () => {
    expect(heardOf([speak(0, second), stop(1100), speak(1100, 'next')])).toEqual([second, 'next']);
  });
});
