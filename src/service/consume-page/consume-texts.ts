/** The consume page's own texts: its title, and its words where no script runs. */
import type { LanguageCode } from '../../languages/languages.js';

export interface ConsumeTexts {
  title: string;
  /** Without scripts: a link to one app. */
  openIn: string;
  /** Without scripts: what to do with the feed link shown below. */
  copyUrl: string;
}

export const consumeTexts: Readonly<Record<LanguageCode, ConsumeTexts>> = {
  en: {
    title: 'Open in your podcast app',
    openIn: 'Open in {app}',
    copyUrl:
      'Or copy this link, choose to add a podcast by URL in your app, and paste it. The link is personal: anyone who has it can listen as you.',
  },
  sv: {
    title: 'Öppna i din poddapp',
    openIn: 'Öppna i {app}',
    copyUrl:
      'Eller kopiera länken, välj att lägga till en podd via URL i din app och klistra in den. Länken är personlig: den som har den kan lyssna som du.',
  },
  da: {
    title: 'Åbn i din podcastapp',
    openIn: 'Åbn i {app}',
    copyUrl:
      'Eller kopiér linket, vælg at tilføje en podcast via URL i din app, og indsæt det. Linket er personligt: alle, der har det, kan lytte som dig.',
  },
  nb: {
    title: 'Åpne i podkastappen din',
    openIn: 'Åpne i {app}',
    copyUrl:
      'Eller kopier lenken, velg å legge til en podkast via URL i appen din, og lim den inn. Lenken er personlig: alle som har den, kan lytte som deg.',
  },
  fi: {
    title: 'Avaa podcast-sovelluksessasi',
    openIn: 'Avaa sovelluksessa {app}',
    copyUrl:
      'Tai kopioi linkki, valitse sovelluksessasi podcastin lisääminen URL-osoitteella ja liitä linkki. Linkki on henkilökohtainen: sen haltija voi kuunnella sinuna.',
  },
  de: {
    title: 'In deiner Podcast-App öffnen',
    openIn: 'In {app} öffnen',
    copyUrl:
      'Oder kopiere diesen Link, wähle in deiner App „Podcast per URL hinzufügen“ und füge ihn ein. Der Link ist persönlich: Wer ihn hat, kann als du hören.',
  },
  nl: {
    title: 'Openen in je podcast-app',
    openIn: 'Openen in {app}',
    copyUrl:
      'Of kopieer deze link, kies in je app om een podcast via een URL toe te voegen en plak hem. De link is persoonlijk: wie hem heeft, kan luisteren alsof hij jou is.',
  },
  fr: {
    title: 'Ouvrir dans votre application de podcasts',
    openIn: 'Ouvrir dans {app}',
    copyUrl:
      'Ou copiez ce lien, choisissez dans votre application d’ajouter un podcast par URL et collez-le. Ce lien est personnel : toute personne qui l’a peut écouter à votre place.',
  },
  es: {
    title: 'Abrir en tu aplicación de podcasts',
    openIn: 'Abrir en {app}',
    copyUrl:
      'O copia este enlace, elige en tu aplicación añadir un pódcast por URL y pégalo. El enlace es personal: quien lo tenga puede escuchar como si fuera tú.',
  },
  it: {
    title: 'Apri nella tua app di podcast',
    openIn: 'Apri in {app}',
    copyUrl:
      'Oppure copia questo link, nella tua app scegli di aggiungere un podcast tramite URL e incollalo. Il link è personale: chi lo ha può ascoltare al posto tuo.',
  },
  pt: {
    title: 'Abrir na sua aplicação de podcasts',
    openIn: 'Abrir em {app}',
    copyUrl:
      'Ou copie esta ligação, escolha na sua aplicação adicionar um podcast por URL e cole-a. A ligação é pessoal: quem a tiver pode ouvir como se fosse você.',
  },
  pl: {
    title: 'Otwórz w swojej aplikacji do podcastów',
    openIn: 'Otwórz w {app}',
    copyUrl:
      'Albo skopiuj ten link, w aplikacji wybierz dodawanie podcastu przez URL i wklej go. Link jest osobisty: kto go ma, może słuchać jako ty.',
  },
  cs: {
    title: 'Otevřít v aplikaci na podcasty',
    openIn: 'Otevřít v {app}',
    copyUrl:
      'Nebo odkaz zkopírujte, v aplikaci zvolte přidání podcastu pomocí URL a vložte ho. Odkaz je osobní: kdo ho má, může poslouchat za vás.',
  },
  ar: {
    title: 'افتح في تطبيق البودكاست',
    openIn: 'افتح في \u2068{app}\u2069',
    copyUrl:
      'أو انسخ هذا الرابط، واختر في تطبيقك إضافة بودكاست عبر رابط، ثم الصقه. هذا الرابط شخصي: كل من لديه الرابط يمكنه الاستماع باسمك.',
  },
  ja: {
    title: 'ポッドキャストアプリで開く',
    openIn: '{app}で開く',
    copyUrl:
      'または、このリンクをコピーし、アプリの「URLで追加」に貼り付けてください。リンクはあなた専用です。リンクを知っている人は、あなたとして聴くことができます。',
  },
};
