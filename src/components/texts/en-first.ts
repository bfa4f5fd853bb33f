/** The English texts of the first load: what is shown before anything else has loaded. */

export const enFirst = {
  eyebrow: 'Your personal podcast',
  by: 'by {author}',
  personal: 'Personal to you. Works like any podcast.',
  openIn: 'Open in {app}',
  setUpIn: 'Add to {app}',
  onPhone: '{app} on your phone',
  chooseApp: 'Choose your podcast app',
  noAppYet: 'No app yet?',
  oneMoreTap: 'One more tap',
  forgetApp: 'Choose another app',
  moreApps: 'More apps',
  otherDevices: 'Apps for other devices',
  thisComputer: 'Apps on this computer',
  copyLink: 'Copy private link',
  toPhone: 'Use on your phone',
  toPhoneTitle: 'Set up on your phone',
  failedOffline: 'You’re offline. We’ll continue when you’re back.',
  failedBusy: 'Our service isn’t responding. Try again in a minute.',
  retry: 'Try again',
};

/** The texts of the first load in one language. */
export type FirstTexts = Record<keyof typeof enFirst, string>;
