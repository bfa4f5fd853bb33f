/** The labels of the buttons on short pages. */
import type { LanguageCode } from '../languages/languages.js';

export interface ButtonTexts {
  /** Leads to the publisher's own page. `{name}` is the publisher's, in a form that never changes. */
  back: string;
  /** Leads to the publisher's help, where no page is known. */
  contact: string;
  /** Asks for the same page once more. */
  again: string;
}

export const buttonTexts: Readonly<Record<LanguageCode, ButtonTexts>> = {
  en: { back: 'Back to {name}', contact: 'Contact {name}', again: 'Try again' },
  sv: { back: 'Tillbaka till {name}', contact: 'Kontakta {name}', again: 'Försök igen' },
  da: { back: 'Tilbage til {name}', contact: 'Kontakt {name}', again: 'Prøv igen' },
  nb: { back: 'Tilbake til {name}', contact: 'Kontakt {name}', again: 'Prøv igjen' },
  fi: { back: 'Takaisin: {name}', contact: 'Ota yhteyttä: {name}', again: 'Yritä uudelleen' },
  de: { back: 'Zurück zu {name}', contact: '{name} kontaktieren', again: 'Erneut versuchen' },
  'de-formal': {
    back: 'Zurück zu {name}',
    contact: '{name} kontaktieren',
    again: 'Erneut versuchen',
  },
  nl: { back: 'Terug naar {name}', contact: 'Contact met {name}', again: 'Opnieuw proberen' },
  fr: { back: 'Retour : {name}', contact: 'Contacter {name}', again: 'Réessayer' },
  es: { back: 'Volver a {name}', contact: 'Contactar con {name}', again: 'Reintentar' },
  it: { back: 'Torna a {name}', contact: 'Contatta {name}', again: 'Riprova' },
  pt: { back: 'Voltar para {name}', contact: 'Falar com {name}', again: 'Tentar de novo' },
  'pt-PT': { back: 'Voltar a {name}', contact: 'Contactar {name}', again: 'Tentar novamente' },
  pl: { back: 'Wróć do: {name}', contact: 'Kontakt: {name}', again: 'Spróbuj ponownie' },
  cs: { back: 'Zpět: {name}', contact: 'Kontakt: {name}', again: 'Zkusit znovu' },
  ar: { back: 'العودة إلى {name}', contact: 'التواصل مع {name}', again: 'إعادة المحاولة' },
  ja: { back: '{name}に戻る', contact: '{name}に問い合わせる', again: 'もう一度試す' },
  tr: {
    back: '{name} sayfasına dön',
    contact: '{name} ile iletişime geç',
    again: 'Yeniden dene',
  },
  'zh-Hans': { back: '返回{name}', contact: '联系{name}', again: '重试' },
  'zh-Hant': { back: '返回{name}', contact: '聯絡{name}', again: '重試' },
};
