/** The texts of short pages in English, which every other language translates: a title, and what to do next. */

type Message = readonly [title: string, text: string];

export interface MessageTexts {
  /** The consume page was opened without a feed URL. */
  incomplete: Message;
  /** The feed behind the link was replaced, or never existed. */
  dead: Message;
  /** The consume page was opened too late, on another device. */
  expired: Message;
  /** A hand-off link, scanned or mailed, was used already, or its time is over. */
  usedCode: Message;
  /** Something did not answer; the link may still work. */
  failed: Message;
  /** Shown to a messenger's link preview, in place of the podcast. */
  preview: Message;
}

export const en: MessageTexts = {
  incomplete: ['This link is incomplete', 'Go back and tap the button again.'],
  dead: ['This link no longer works', 'Go back to the page where you got it and get a new one.'],
  expired: [
    'This link has expired',
    'Go back to the page where you got it and tap the button again.',
  ],
  usedCode: [
    'This link was already used or has expired',
    'Go back to the page where you got it and get a new one.',
  ],
  failed: ['That didn’t work', 'Try again in a minute.'],
  preview: ['Your podcast', 'Open this link on your phone.'],
};
