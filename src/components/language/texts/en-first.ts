/** The English texts of the first load: what is shown before anything else has loaded. */

export const enFirst = {
  yourPodcast: 'Your personal podcast',
  personal: 'Just for you',
  openIn: 'Open in {app}',
  setUpIn: 'Add to {app}',
  chooseApp: 'Choose your podcast app',
  starterOffer: 'No podcast app yet?',
  getApp: 'Get {app}',
  otherApps: 'Other apps',
  listen: 'Listen now',
  more: 'More',
  phoneTitle: 'Listen on your phone',
  showCode: 'Show the code',
  onThisComputer: 'Or open it on this computer',
  appsOfThisComputer: 'Apps for this computer',
  oneMoment: 'One moment…',
  offlineTitle: 'You’re offline',
  failedOffline: 'We’ll continue when you’re back.',
  failedBusy: 'Our service isn’t responding. Try again in a minute.',
  retry: 'Try again',
};

/** The texts of the first load in one language. */
export type FirstTexts = Record<keyof typeof enFirst, string>;
