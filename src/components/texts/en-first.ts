/** The English texts of the first load: what can stand before anything else has come. */

export const enFirst = {
  eyebrow: 'Your private feed',
  untitled: 'Your private podcast',
  by: 'by {author}',
  ready: 'Your podcast is ready to open in your app.',
  openIn: 'Open in {app}',
  setUpIn: 'Add to {app}',
  moreApps: 'More apps',
  otherDevices: 'On another device',
  copyLink: 'Copy link',
  toPhone: 'QR code',
  toPhoneTitle: 'Open on your phone',
  failedOffline: 'You seem to be offline. It goes on by itself when you are back.',
  failedBusy: 'The service does not answer right now. Please try again in a moment.',
  retry: 'Try again',
};

/** The texts of the first load in one language. */
export type FirstTexts = Record<keyof typeof enFirst, string>;
