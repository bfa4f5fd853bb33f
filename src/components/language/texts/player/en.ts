/**
 * English of the player and the transcript, which every other language translates: see `../en.ts`. Times
 * come in words, such as “12 minutes 4 seconds”, and may come as on a clock.
 */
import type { PluralText } from '../en.js';

export const enPlayer = {
  // The bar
  player: 'Player',
  expandPlayer: 'Open the player',
  collapsePlayer: 'Make the player small',
  closePlayer: 'Close the player',
  skipBack: '15 seconds back',
  skipForward: '30 seconds forward',
  live: 'Live',
  stillLoading: 'Still loading',
  waitingForLine: 'You’re offline. It goes on when you’re back.',
  pressPlay: 'Ready. Press play.',

  // Behind the bar
  position: 'Position',
  positionOf: '{time} of {duration}',
  speed: 'Speed',
  sleepTimer: 'Sleep timer',
  sleepOff: 'Off',
  sleepEnd: 'End of the episode',
  sleepEnded: 'The sleep timer has paused the episode.',
  chapterOf: 'Chapter {number} of {count}',
  copyMoment: 'Copy a link to this moment',
  momentCopied: 'Copied. The link opens this page at {time}.',
  momentLabel: 'Link to this moment',
  cast: 'Play on another device',
  forgetListening: 'Forget what I’ve heard here',
  forgotten: 'Forgotten. Nothing about your listening is kept in this browser.',

  // The transcript
  searchTranscript: 'Search the transcript',
  linesFound: { one: '{count} line found', other: '{count} lines found' },
  noLines: 'Nothing found for “{query}”',
  backToSound: 'Back to what is playing',
  transcriptCut: 'The transcript is too long to show here in full.',
  openTranscript: 'Open the transcript',

  // The keys
  keys: 'Keyboard',
  keyPlay: 'Play or pause',
  keySkip: '15 seconds back, 30 seconds forward',
  keyStep: '5 seconds back or forward',
  keySpeed: 'Slower or faster',
  keyMute: 'Sound off or on',
  keyJump: 'Jump to a tenth of the episode',
};

/** The texts of the player and the transcript in one language. If one is missing, it does not compile. */
export type PlayerTexts = {
  [Name in keyof typeof enPlayer]: (typeof enPlayer)[Name] extends string ? string : PluralText;
};
