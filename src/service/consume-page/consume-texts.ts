/** The consume page's own texts. The element on it has its own. */
import { directionOf, languageOf, type LanguageCode } from '../../languages/languages.js';

export interface ConsumeTexts {
  title: string;
  /** Without scripts: what to do with the feed URL shown below. */
  copyUrl: string;
  /** The page was opened without a feed URL. */
  noFeed: string;
}

const en: ConsumeTexts = {
  title: 'Open in your podcast app',
  copyUrl:
    'Copy this link. In your podcast app, choose to add a podcast by URL and paste it. This link is personal. Anyone who has it can listen as you.',
  noFeed: 'This link is incomplete. Go back and tap the button again.',
};

const texts: Record<LanguageCode, ConsumeTexts> = {
  en,
  sv: {
    title: 'Öppna i din poddapp',
    copyUrl:
      'Kopiera adressen och lägg till den i din poddapp, där man lägger till en podd via URL. Adressen är bara din: dela den inte.',
    noFeed: 'Det finns ingen podd i den här länken. Öppna den igen från utgivarens sida.',
  },
  da: {
    title: 'Åbn i din podcastapp',
    copyUrl:
      'Kopiér adressen, og tilføj den i din podcastapp, hvor man tilføjer en podcast via URL. Adressen er kun din: del den ikke.',
    noFeed: 'Der er ingen podcast i dette link. Åbn det igen fra udgiverens side.',
  },
  nb: {
    title: 'Åpne i podkastappen din',
    copyUrl:
      'Kopier adressen og legg den til i podkastappen din, der man legger til en podkast med URL. Adressen er bare din: ikke del den.',
    noFeed: 'Det er ingen podkast i denne lenken. Åpne den igjen fra utgiverens side.',
  },
  fi: {
    title: 'Avaa podcast-sovelluksessasi',
    copyUrl:
      'Kopioi osoite ja lisää se podcast-sovellukseesi kohdassa, jossa podcast lisätään URL-osoitteella. Osoite on vain sinun: älä jaa sitä.',
    noFeed: 'Tässä linkissä ei ole podcastia. Avaa se uudelleen julkaisijan sivulta.',
  },
  de: {
    title: 'In deiner Podcast-App öffnen',
    copyUrl:
      'Kopiere diese Adresse und füge sie in deiner Podcast-App dort ein, wo sie einen Podcast per URL annimmt. Die Adresse gehört nur dir: Teile sie nicht.',
    noFeed: 'In diesem Link ist kein Podcast. Öffne ihn noch einmal von der Seite des Anbieters.',
  },
  nl: {
    title: 'Openen in je podcast-app',
    copyUrl:
      'Kopieer dit adres en voeg het toe in je podcast-app, waar je een podcast via een URL toevoegt. Het adres is alleen van jou: deel het niet.',
    noFeed: 'Er zit geen podcast in deze link. Open hem opnieuw vanaf de pagina van de uitgever.',
  },
  fr: {
    title: 'Ouvrir dans votre application de podcasts',
    copyUrl:
      'Copiez cette adresse et ajoutez-la dans votre application, là où elle accepte un podcast par son URL. Cette adresse est personnelle : ne la partagez pas.',
    noFeed: "Ce lien ne contient aucun podcast. Ouvrez-le de nouveau depuis la page de l'éditeur.",
  },
  es: {
    title: 'Abrir en tu aplicación de podcasts',
    copyUrl:
      'Copia esta dirección y añádela en tu aplicación, donde permite añadir un pódcast por su URL. La dirección es solo tuya: no la compartas.',
    noFeed: 'En este enlace no hay ningún pódcast. Ábrelo de nuevo desde la página del editor.',
  },
  it: {
    title: 'Apri nella tua app di podcast',
    copyUrl:
      "Copia questo indirizzo e aggiungilo nella tua app, dove si aggiunge un podcast tramite URL. L'indirizzo è solo tuo: non condividerlo.",
    noFeed: "In questo link non c'è alcun podcast. Aprilo di nuovo dalla pagina dell'editore.",
  },
  pt: {
    title: 'Abrir na sua aplicação de podcasts',
    copyUrl:
      'Copie este endereço e adicione-o na sua aplicação, onde se adiciona um podcast por URL. O endereço é só seu: não o partilhe.',
    noFeed: 'Esta ligação não tem nenhum podcast. Abra-a de novo a partir da página do editor.',
  },
  pl: {
    title: 'Otwórz w swojej aplikacji do podcastów',
    copyUrl:
      'Skopiuj ten adres i dodaj go w swojej aplikacji tam, gdzie dodaje się podcast przez URL. Adres jest tylko twój: nie udostępniaj go.',
    noFeed: 'W tym linku nie ma podcastu. Otwórz go ponownie ze strony wydawcy.',
  },
  cs: {
    title: 'Otevřít v aplikaci na podcasty',
    copyUrl:
      'Zkopírujte tuto adresu a přidejte ji ve své aplikaci tam, kde se podcast přidává pomocí URL. Adresa je jen vaše: nesdílejte ji.',
    noFeed: 'V tomto odkazu není žádný podcast. Otevřete ho znovu ze stránky vydavatele.',
  },
  ar: {
    title: 'افتح في تطبيق البودكاست',
    copyUrl:
      'انسخ هذا العنوان وأضفه في تطبيق البودكاست حيث تتم إضافة بودكاست عبر الرابط. هذا العنوان لك وحدك: لا تشاركه.',
    noFeed: 'لا يوجد بودكاست في هذا الرابط. افتحه مرة أخرى من صفحة الناشر.',
  },
  ja: {
    title: 'ポッドキャストアプリで開く',
    copyUrl:
      'このアドレスをコピーし、ポッドキャストアプリの「URLで追加」に貼り付けてください。このアドレスはあなた専用です。共有しないでください。',
    noFeed: 'このリンクにはポッドキャストがありません。配信元のページからもう一度開いてください。',
  },
};

export interface PageLanguage {
  /** Language of the texts, for the page's `lang`. */
  language: LanguageCode;
  direction: 'ltr' | 'rtl';
  texts: ConsumeTexts;
}

/** Texts for a BCP 47 language tag; English for a language that is not in the table. */
export function languageFor(locale: string): PageLanguage {
  const language = languageOf(locale);
  return { language, direction: directionOf(language), texts: texts[language] };
}
