/** The texts of short pages in Dutch, French and German. */
import type { MessageTexts } from './en.js';

const de: MessageTexts = {
  incomplete: ['Dieser Link ist unvollständig', 'Geh zurück und tippe noch einmal auf den Button.'],
  dead: [
    'Dieser Link funktioniert nicht mehr',
    'Geh zurück zu der Seite, von der du ihn hast, und hol dir einen neuen.',
  ],
  expired: [
    'Dieser Link ist abgelaufen',
    'Geh zurück zu der Seite, von der du ihn hast, und tippe noch einmal auf den Button.',
  ],
  usedCode: [
    'Dieser Link wurde schon benutzt oder ist abgelaufen',
    'Geh zurück zu der Seite, von der du ihn hast, und hol dir einen neuen.',
  ],
  failed: ['Das hat nicht geklappt', 'Versuch es in einer Minute noch einmal.'],
  preview: ['Dein Podcast', 'Öffne diesen Link auf deinem Handy.'],
};

export const western = {
  de,
  'de-formal': {
    ...de,
    incomplete: [de.incomplete[0], 'Gehen Sie zurück und tippen Sie noch einmal auf den Button.'],
    dead: [
      de.dead[0],
      'Gehen Sie zurück zu der Seite, von der Sie ihn haben, und holen Sie sich einen neuen.',
    ],
    expired: [
      de.expired[0],
      'Gehen Sie zurück zu der Seite, von der Sie ihn haben, und tippen Sie noch einmal auf den Button.',
    ],
    usedCode: [
      de.usedCode[0],
      'Gehen Sie zurück zu der Seite, von der Sie ihn haben, und holen Sie sich einen neuen.',
    ],
    failed: [de.failed[0], 'Versuchen Sie es in einer Minute noch einmal.'],
    preview: ['Ihr Podcast', 'Öffnen Sie diesen Link auf Ihrem Handy.'],
  },
  fr: {
    incomplete: ['Ce lien est incomplet', 'Revenez en arrière et touchez à nouveau le bouton.'],
    dead: [
      'Ce lien ne fonctionne plus',
      'Revenez à la page où vous l’avez obtenu et demandez-en un nouveau.',
    ],
    expired: [
      'Ce lien a expiré',
      'Revenez à la page où vous l’avez obtenu et touchez à nouveau le bouton.',
    ],
    usedCode: [
      'Ce lien a déjà servi ou a expiré',
      'Revenez à la page où vous l’avez obtenu et demandez-en un nouveau.',
    ],
    failed: ['Cela n’a pas fonctionné', 'Réessayez dans une minute.'],
    preview: ['Votre podcast', 'Ouvrez ce lien sur votre téléphone.'],
  },
  nl: {
    incomplete: ['Deze link is niet compleet', 'Ga terug en tik opnieuw op de knop.'],
    dead: [
      'Deze link werkt niet meer',
      'Ga terug naar de pagina waar je hem kreeg en vraag daar een nieuwe.',
    ],
    expired: [
      'Deze link is verlopen',
      'Ga terug naar de pagina waar je hem kreeg en tik opnieuw op de knop.',
    ],
    usedCode: [
      'Deze link is al gebruikt of verlopen',
      'Ga terug naar de pagina waar je hem kreeg en vraag daar een nieuwe.',
    ],
    failed: ['Dat is niet gelukt', 'Probeer het over een minuut opnieuw.'],
    preview: ['Je podcast', 'Open deze link op je telefoon.'],
  },
} satisfies Record<string, MessageTexts>;
