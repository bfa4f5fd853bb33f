/** German that says “Sie”: only what differs from `de.ts`. */
import type { PlayerTexts } from './en.js';

export const deFormalPlayer: Partial<PlayerTexts> = {
  waitingForLine: 'Sie sind offline. Es geht weiter, sobald die Verbindung wieder da ist.',
  pressPlay: 'Bereit. Tippen Sie auf Wiedergabe.',
  forgotten: 'Gelöscht. Dieser Browser weiß nicht mehr, was Sie gehört haben.',
};
