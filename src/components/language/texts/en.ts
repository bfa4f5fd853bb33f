/**
 * English, which every other language translates. `{name}` stands for a value. A text that
 * counts has one form for each plural category of `Intl.PluralRules`.
 */
import { enFirst } from './en-first.js';

export const en = {
  ...enFirst,

  // States
  ready: 'Your podcast is ready to open in your app.',
  noAccessTitle: 'This podcast is for members',
  noAccessText: 'It isn’t in your membership, or your membership has ended.',
  expiredTitle: 'This page timed out',
  expiredText: 'It closes for your security. Continue when you’re ready.',
  renew: 'Continue',
  loggedOutTitle: 'You’re logged out',
  loggedOutText: 'Log in again to see your podcast.',
  logIn: 'Log in again',
  deadTitle: 'Your podcast link needs renewing',
  deadText: 'Reload the page to get a new one. If that doesn’t help, please get in touch.',
  deadReset: 'The old one no longer works. Get a new one here.',
  reload: 'Reload the page',
  failedTitle: 'We couldn’t load your podcast',
  failedSignIn: 'Reload the page, or log in again.',
  failedSetUp: 'Something is wrong on our side. Please get in touch.',
  contact: 'Get in touch',

  // One status line, and what comes first for who is connected
  connectedIn: 'In {app}',
  openApp: 'Open {app}',
  goOn: 'Continue',
  newEpisode: 'Listen to the new episode',
  nextEpisode: 'Listen to the next episode',
  pauseListening: 'Pause',
  nothingToPlay: 'Nothing to play yet',

  // The sheet behind "More"
  sheetTitle: 'More ways to listen',
  anotherDevice: 'Another phone or tablet',
  anotherDeviceText: 'A code to scan, or a link by e-mail',
  otherDevices: 'Apps for other devices',
  copyLink: 'Copy your link',
  copyLinkText: 'For any app that has no button here',
  newLink: 'Get a new link',
  newLinkText: 'If you have shared yours by mistake',
  forgetApp: 'Choose another app',
  back: 'Back',
  close: 'Close',
  cancel: 'Cancel',
  copied: 'Copied',
  linkCopied: 'Copied. Now paste it in your podcast app.',
  linkSelected: 'Your browser blocked copying. Press and hold the link, then choose Copy.',
  linkSelectedKeys: 'Your browser blocked copying. Press Ctrl+C (on a Mac ⌘C) to copy the link.',
  linkLabel: 'Your private podcast link',
  showLink: 'Show link',
  hideLink: 'Hide link',
  keepSecret: 'This link is private. Anyone who has it can listen to your podcast.',
  streamingTitle: 'Listen in {app}',
  streamingText: 'Connect once and episodes appear in {app}.',
  linkAccount: 'Connect {app}',

  // A new link
  resetTitle: 'Get a new link?',
  resetStops: 'Your old link will stop working in {apps}. This can’t be undone.',
  resetStopsAll: 'Your old link will stop working in every app. This can’t be undone.',
  resetDone: 'You have a new link',
  resetAgain: 'In {app}: remove the podcast, then add it again from this page.',
  resetAgainAny: 'In your app: remove the podcast, then add it again from this page.',
  resetFailed: 'We couldn’t make a new link. Your old one still works. Try again in a minute.',

  // The code for another device
  scanTitle: 'Scan with your phone',
  scanOtherTitle: 'Scan with your other device',
  scanText: 'Point its camera at the code, then tap the link.',
  scanExpires: 'It is only for you, and works once, within ten minutes.',
  onPhone: '{app} on your phone',
  onOtherDevice: '{app} on your other device',
  openedOnPhone: 'Opened on your phone. Continue there.',
  openedElsewhere: 'Opened on your other device. Continue there.',
  newCode: 'Show a new code',
  qrLabel: 'Code to scan',
  share: 'Send to another device',
  noMail: 'No mail program? Copy the link',
  email: 'E-mail it to yourself',
  emailSubject: 'Your podcast: {title}',
  emailText: 'Open this link on the device you listen on, and the podcast opens in your app:',
  emailExpires: 'The link is only for you. It works for one day and opens three times.',

  // After the tap
  helpTitle: 'Nothing happened?',
  helpOnPhone: '{app} may not be on this phone.',
  helpOnComputer: '{app} may not be on this computer.',
  helpHave: 'Have it already?',
  pasteTitle: 'Add the podcast in {app}',
  stepPath: 'In {app}, go to {path} and paste the link.',
  stepAnywhere: 'In {app}, look for “Add by URL” or “RSS” and paste the link.',
  lookup: 'If {app} can’t find it, paste your link instead.',
  didItOpen: 'Did {app} open?',
  didOpen: 'Yes, I’m listening',
  didNotOpen: 'No, I need help',
  enjoy: 'Enjoy! New episodes appear automatically.',
  hasPodcast: '{app} has your podcast',
  starterDone: 'Done? {open}',

  // Inside another app
  inAppBrowser: 'Podcast apps may not open from inside {app}.',
  inAnotherApp: 'Podcast apps may not open from inside this app.',
  exitTop: 'Tap ⋯ or ⋮ at the top, then “Open in browser”.',
  exitBottom: 'Tap ⋯ or ⋮ at the bottom, then “Open in browser”.',
  exitIcon: 'Tap the browser icon at the bottom.',
  exitAny: 'Open this page in your browser.',
  openInBrowser: 'Open in your browser',
  copyPage: 'Copy this page’s address',
  pageCopied: 'Copied. Now paste it in your browser.',

  // Episodes
  episodes: 'Episodes',
  episodesUnavailable:
    'We can’t show episodes right now. You can still add the podcast to your app.',
  noEpisodes: 'There are no episodes yet. New ones appear in your app automatically.',
  search: 'Search episodes',
  searchResults: { one: '{count} episode found', other: '{count} episodes found' },
  noResults: 'No episodes match “{query}”',
  clear: 'Clear',
  sortAndFilter: 'Sort and filter',
  newestFirst: 'Newest first',
  oldestFirst: 'Oldest first',
  order: 'Order',
  season: 'Season {number}',
  seasonNamed: 'Season {number}: {name}',
  seasons: 'Season',
  allSeasons: 'All seasons',
  showMore: 'Show more',
  showAll: { one: 'All {count} episodes', other: 'All {count} episodes' },
  trailer: 'Trailer',
  bonus: 'Bonus',
  explicit: 'Explicit',
  play: 'Play {title}',
  pause: 'Pause {title}',
  notPlayable: 'This episode can’t play here. Listen in your app.',
  timeLeft: '{time} left',
  heard: 'Heard',
  transcript: 'Transcript',
  chapters: 'Chapters',
  chaptersOf: 'Chapters of {title}',

  // On paper
  printScan: 'Scan the code with your phone, and the podcast opens in your app.',
  printVisit: 'Open this page on your phone to listen.',
};

/** A text that counts: `other` always, and the forms that the language needs. */
export type PluralText = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** All texts of one language but the player's. If one is missing, it does not compile. */
export type Texts = {
  [Name in keyof typeof en]: (typeof en)[Name] extends string ? string : PluralText;
};
