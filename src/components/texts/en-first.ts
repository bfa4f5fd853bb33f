/** The English texts of the first load: what is shown before anything else has loaded. */

export const enFirst = {
  eyebrow: 'Your personal podcast',
  untitled: 'Your personal podcast',
  by: 'by {author}',
  ready: 'Your podcast is ready to open in your app.',
  openIn: 'Open in {app}',
  setUpIn: 'Add to {app}',
  moreApps: 'More apps',
  otherDevices: 'Apps for other devices',
  copyLink: 'Copy private link',
  toPhone: 'Use on your phone',
  toPhoneTitle: 'Set up on your phone',
  failedOffline: 'You’re offline. We’ll continue when you’re back.',
  failedBusy: 'Our service isn’t responding. Try again in a minute.',
  retry: 'Try again',
};

/** The texts of the first load in one language. */
export type FirstTexts = Record<keyof typeof enFirst, string>;
