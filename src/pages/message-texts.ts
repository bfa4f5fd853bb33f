/** The texts of short pages in every language, which are kept by region. */
import type { LanguageCode } from '../languages/languages.js';
import { eastern } from './message-texts/eastern.js';
import { en, type MessageTexts } from './message-texts/en.js';
import { northern } from './message-texts/northern.js';
import { southern } from './message-texts/southern.js';
import { western } from './message-texts/western.js';

export type MessageName = keyof MessageTexts;

export const messageTexts: Readonly<Record<LanguageCode, MessageTexts>> = {
  en,
  ...eastern,
  ...northern,
  ...southern,
  ...western,
};
