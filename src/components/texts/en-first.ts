/** The English texts of the first load: what is shown before anything else has loaded. */

export const enFirst = {
  yourPodcast: 'Your personal podcast',
  personal: 'Just for you',
  openIn: 'Open in {app}',
  setUpIn: 'Add to {app}',
  chooseApp: 'Choose your podcast app',
  starterOffer: 'No podcast app yet? {get}, free and without ads.',
  getApp: 'Get {app}',
  oneMoreTap: 'One more tap',
  otherApps: 'Other apps',
  listen: 'Listen now',
  pauseListening: 'Pause',
  more: 'More',
  phoneTitle: 'Listen on your phone',
  phoneText: 'Scan a code with your phone, and the podcast opens in your app.',
  showCode: 'Show the code',
  onThisComputer: 'Or open it on this computer',
  failedTitle: 'We couldn’t load your podcast',
  offlineTitle: 'You’re offline',
  failedOffline: 'We’ll continue when you’re back.',
  failedBusy: 'Our service isn’t responding. Try again in a minute.',
  retry: 'Try again',

  // Leaves with the old first view
  eyebrow: 'Your personal podcast',
  by: 'by {author}',
  onPhone: '{app} on your phone',
  noAppYet: 'No app yet?',
  forgetApp: 'Choose another app',
  moreApps: 'More apps',
  otherDevices: 'Apps for other devices',
  thisComputer: 'Apps on this computer',
  copyLink: 'Copy private link',
  toPhone: 'Use on your phone',
  toPhoneTitle: 'Set up on your phone',
};

/** The texts of the first load in one language. */
export type FirstTexts = Record<keyof typeof enFirst, string>;
