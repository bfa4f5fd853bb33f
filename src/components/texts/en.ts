/**
 * English, from which all other languages are translated. `{name}` stands for a value; a text that
 * counts has one form for each plural category of `Intl.PluralRules`.
 */
import { enFirst } from './en-first.js';

export const en = {
  ...enFirst,

  noAccessTitle: 'This podcast is for members',
  noAccessText: 'It isn’t in your membership, or your membership has ended.',
  expiredTitle: 'This page timed out',
  expiredText: 'For your security, please continue.',
  renew: 'Continue',
  failedTitle: 'We couldn’t load your podcast',
  failedSignIn: 'Please reload the page, or log in again.',
  failedSetUp: 'Something is wrong on our side. Please contact us.',

  linkCopied: 'Copied. Now paste it in your podcast app.',
  linkSelected: 'Your browser blocked copying. Press and hold the link, then choose Copy.',
  linkLabel: 'Your private feed link',
  showLink: 'Show link',
  hideLink: 'Hide link',
  keepSecret: 'This link is personal. Anyone who has it can listen as you.',
  helpTitle: '{app} didn’t open?',
  pasteTitle: 'Add the podcast in {app}',
  getApp: 'Get {app}',
  pasteAt: '1. Copy the link. 2. In {app}: {path}. 3. Paste.',
  pasteAnywhere:
    '1. Copy the link. 2. In {app}, look for a way to add a podcast by its URL. 3. Paste.',
  lookup: 'If {app} can’t find it, paste the link instead.',
  inAppBrowser: 'Podcast apps may not open from inside {app}. Tap ⋯, then “Open in browser”.',
  anotherApp: 'another app',
  toPhoneHint: 'Point your phone’s camera here, then tap the link.',
  toPhoneExpires: 'Only for you: works once, within 10 minutes.',
  qrLabel: 'QR code that opens this podcast on your phone',
  share: 'Send to my other device',
  email: 'Email yourself a link',
  emailSubject: 'Your podcast: {title}',
  emailText: 'Open this page on your phone to add the podcast to your app:',
  close: 'Close',
  streamingTitle: 'Listen in {app}',
  streamingText: 'Connect your account once, and episodes appear there.',
  linkAccount: 'Connect your account',
  episodes: 'Episodes',
  episodesLoading: 'Loading episodes…',
  episodesUnavailable:
    'We can’t show episodes right now. You can still add the podcast to your app.',
  noEpisodes: 'There are no episodes yet. New ones appear in your app automatically.',
  search: 'Search episodes',
  searchResults: { one: '{count} episode found', other: '{count} episodes found' },
  newestFirst: 'Newest first',
  oldestFirst: 'Oldest first',
  order: 'Order',
  season: 'Season {number}',
  seasons: 'Season',
  allSeasons: 'All seasons',
  showMore: 'Show more',
  showAll: { one: 'Show all {count}', other: 'Show all {count}' },
  trailer: 'Trailer',
  bonus: 'Bonus',
  explicit: 'Explicit',
  play: 'Play {title}',
  pause: 'Pause {title}',
  notPlayable: 'This episode can’t play here. Listen in your app.',
  showNotes: 'About this episode',
  notesOf: 'About this episode: {title}',
  transcript: 'Transcript',
  chapters: 'Chapters',
};

/** A text that counts: `other` is required, the rest as the language needs them. */
export type PluralText = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** All texts of one language: a missing one is a type error. */
export type Texts = {
  [Name in keyof typeof en]: (typeof en)[Name] extends string ? string : PluralText;
};
