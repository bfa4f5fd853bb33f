/**
 * English, which every other language translates. `{name}` stands for a value. A text that
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
  failedSignIn: 'Reload the page, or log in again.',
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
  stepCopy: 'Copy the link.',
  stepPath: 'In {app}: {path}.',
  stepAnywhere: 'In {app}: add a podcast by URL.',
  stepPaste: 'Paste.',
  lookup: 'If {app} can’t find it, paste the link instead.',
  inAppBrowser: 'Podcast apps may not open from inside {app}.',
  anotherApp: 'another app',
  exitMenu: 'Tap ⋯, then “Open in browser”.',
  exitAny: 'Open this page in your browser.',
  toPhoneHint: 'Point your phone’s camera here, then tap the link.',
  toPhoneExpires: 'Only for you: works once, within 10 minutes.',
  openedOnPhone: 'Opened on your phone. Continue there.',
  qrLabel: 'QR code for your phone',
  share: 'Send to my other device',
  email: 'Email yourself a link',
  emailSubject: 'Your podcast: {title}',
  emailText: 'Open this link on your phone:',
  close: 'Close',
  streamingTitle: 'Listen in {app}',
  streamingText: 'Connect once and episodes appear in {app}.',
  linkAccount: 'Connect {app}',
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

/** A text that counts: `other` always, and the forms that the language needs. */
export type PluralText = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** All texts of one language. If one is missing, it does not compile. */
export type Texts = {
  [Name in keyof typeof en]: (typeof en)[Name] extends string ? string : PluralText;
};
