/**
 * English: the texts that every other language translates. `{name}` stands for a value; a
 * text that counts has one form a plural category of `Intl.PluralRules`.
 */
import { enFirst } from './en-first.js';

export const en = {
  ...enFirst,

  noAccessTitle: 'This podcast is for members',
  noAccessText: 'Your membership does not include it, or has ended.',
  expiredTitle: 'This page has been open for a while',
  expiredText: 'Renew it to go on. Nothing is lost.',
  renew: 'Renew',
  failedTitle: 'The podcast could not be loaded',
  failedSignIn: 'Please reload the page, or log in again.',
  failedSetUp: 'This page is not set up right. Please tell the publisher.',

  linkCopied: 'Link copied. Paste it in your podcast app.',
  linkSelected: 'The link is selected: copy it from here.',
  linkLabel: 'Your private feed link',
  showLink: 'Show link',
  hideLink: 'Hide link',
  keepSecret: 'This link is yours alone. Do not share it.',
  helpTitle: 'Did {app} not open?',
  pasteTitle: 'Add the podcast in {app}',
  getApp: 'Get {app}',
  pasteAt: 'Copy the link, then in {app} go to {path} and paste it.',
  pasteAnywhere: 'Copy the link, then look in {app} for a place to add a podcast by its address.',
  lookup:
    '{app} may not find a private podcast by itself. If so, copy the link and paste it there.',
  inAppBrowser:
    'You are reading this inside {app}, which may not be able to open podcast apps. Open this page in your browser first.',
  anotherApp: 'another app',
  toPhoneHint: 'Point your phone’s camera at the code.',
  toPhoneExpires: 'The code works once, for ten minutes.',
  qrLabel: 'QR code that opens this podcast on your phone',
  share: 'Share this page',
  email: 'E-mail it to yourself',
  emailSubject: 'Your podcast: {title}',
  emailText: 'Open this page on your phone to add the podcast to your app:',
  close: 'Close',
  streamingTitle: 'Listen in {app}',
  streamingText: 'If your account is linked, the podcast is there for you.',
  linkAccount: 'Link or manage your account',
  episodes: 'Episodes',
  episodesLoading: 'Loading episodes…',
  episodesUnavailable:
    'The episodes cannot be shown right now. Your subscription works all the same.',
  noEpisodes: 'There are no episodes yet. New ones come to your app by themselves.',
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
  notPlayable: 'This episode cannot be played here. Open it in your app.',
  showNotes: 'Show notes',
  notesOf: 'Show notes of {title}',
  transcript: 'Transcript',
  chapters: 'Chapters',
};

/** A text that counts: `other` is always there, the rest as the language needs them. */
export type PluralText = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** All texts of one language. A missing one does not compile. */
export type Texts = {
  [Name in keyof typeof en]: (typeof en)[Name] extends string ? string : PluralText;
};
