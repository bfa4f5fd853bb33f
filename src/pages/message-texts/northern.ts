/** The texts of short pages in Danish, Finnish, Norwegian and Swedish. */
import type { MessageTexts } from './en.js';

export const northern = {
  da: {
    incomplete: ['Linket er ikke fuldstændigt', 'Gå tilbage, og tryk på knappen igen.'],
    dead: ['Linket virker ikke længere', 'Gå tilbage til siden, hvor du fik det, og hent et nyt.'],
    expired: [
      'Linket er udløbet',
      'Gå tilbage til siden, hvor du fik det, og tryk på knappen igen.',
    ],
    usedCode: [
      'Linket er allerede brugt eller udløbet',
      'Gå tilbage til siden, hvor du fik det, og hent et nyt.',
    ],
    failed: ['Noget gik galt', 'Prøv igen om et minut.'],
    preview: ['Din podcast', 'Åbn linket på din telefon.'],
  },
  fi: {
    incomplete: ['Linkki on epätäydellinen', 'Palaa takaisin ja napauta painiketta uudelleen.'],
    dead: ['Linkki ei enää toimi', 'Palaa sivulle, josta sait linkin, ja hae uusi.'],
    expired: [
      'Linkki on vanhentunut',
      'Palaa sivulle, josta sait linkin, ja napauta painiketta uudelleen.',
    ],
    usedCode: [
      'Linkki on jo käytetty tai vanhentunut',
      'Palaa sivulle, josta sait linkin, ja hae uusi.',
    ],
    failed: ['Jokin meni vikaan', 'Yritä uudelleen hetken kuluttua.'],
    preview: ['Podcastisi', 'Avaa linkki puhelimella.'],
  },
  nb: {
    incomplete: ['Lenken er ikke fullstendig', 'Gå tilbake og trykk på knappen igjen.'],
    dead: ['Lenken virker ikke lenger', 'Gå tilbake til siden der du fikk den, og hent en ny.'],
    expired: [
      'Lenken er utløpt',
      'Gå tilbake til siden der du fikk den, og trykk på knappen igjen.',
    ],
    usedCode: [
      'Lenken er allerede brukt eller utløpt',
      'Gå tilbake til siden der du fikk den, og hent en ny.',
    ],
    failed: ['Noe gikk galt', 'Prøv igjen om et minutt.'],
    preview: ['Podkasten din', 'Åpne lenken på mobilen.'],
  },
  sv: {
    incomplete: ['Länken är inte fullständig', 'Gå tillbaka och tryck på knappen igen.'],
    dead: [
      'Länken fungerar inte längre',
      'Gå tillbaka till sidan där du fick den och hämta en ny.',
    ],
    expired: [
      'Länken har gått ut',
      'Gå tillbaka till sidan där du fick den och tryck på knappen igen.',
    ],
    usedCode: [
      'Länken är redan använd eller har gått ut',
      'Gå tillbaka till sidan där du fick den och hämta en ny.',
    ],
    failed: ['Något gick fel', 'Försök igen om en minut.'],
    preview: ['Din podd', 'Öppna länken på mobilen.'],
  },
} satisfies Record<string, MessageTexts>;
