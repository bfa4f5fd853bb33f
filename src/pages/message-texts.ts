/** The texts of short pages: a title, and what to do next. */
import type { LanguageCode } from '../languages/languages.js';

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

export type MessageName = keyof MessageTexts;

export const messageTexts: Readonly<Record<LanguageCode, MessageTexts>> = {
  en: {
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
  },
  sv: {
    incomplete: ['Länken är inte komplett', 'Gå tillbaka och tryck på knappen igen.'],
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
    failed: ['Det gick inte', 'Försök igen om en minut.'],
    preview: ['Din podd', 'Öppna länken på mobilen.'],
  },
  da: {
    incomplete: ['Linket er ikke komplet', 'Gå tilbage, og tryk på knappen igen.'],
    dead: ['Linket virker ikke længere', 'Gå tilbage til siden, hvor du fik det, og hent et nyt.'],
    expired: [
      'Linket er udløbet',
      'Gå tilbage til siden, hvor du fik det, og tryk på knappen igen.',
    ],
    usedCode: [
      'Linket er allerede brugt eller udløbet',
      'Gå tilbage til siden, hvor du fik det, og hent et nyt.',
    ],
    failed: ['Det virkede ikke', 'Prøv igen om et minut.'],
    preview: ['Din podcast', 'Åbn linket på din telefon.'],
  },
  nb: {
    incomplete: ['Lenken er ikke komplett', 'Gå tilbake og trykk på knappen igjen.'],
    dead: ['Lenken virker ikke lenger', 'Gå tilbake til siden der du fikk den, og hent en ny.'],
    expired: [
      'Lenken er utløpt',
      'Gå tilbake til siden der du fikk den, og trykk på knappen igjen.',
    ],
    usedCode: [
      'Lenken er allerede brukt eller utløpt',
      'Gå tilbake til siden der du fikk den, og hent en ny.',
    ],
    failed: ['Det gikk ikke', 'Prøv igjen om et minutt.'],
    preview: ['Podkasten din', 'Åpne lenken på mobilen.'],
  },
  fi: {
    incomplete: ['Linkki on vajaa', 'Palaa takaisin ja napauta painiketta uudelleen.'],
    dead: ['Linkki ei enää toimi', 'Palaa sivulle, josta sait linkin, ja hae uusi.'],
    expired: [
      'Linkki on vanhentunut',
      'Palaa sivulle, josta sait linkin, ja napauta painiketta uudelleen.',
    ],
    usedCode: [
      'Linkki on jo käytetty tai vanhentunut',
      'Palaa sivulle, josta sait linkin, ja hae uusi.',
    ],
    failed: ['Se ei onnistunut', 'Yritä uudelleen hetken kuluttua.'],
    preview: ['Podcastisi', 'Avaa linkki puhelimella.'],
  },
  de: {
    incomplete: [
      'Dieser Link ist unvollständig',
      'Geh zurück und tippe noch einmal auf die Schaltfläche.',
    ],
    dead: [
      'Dieser Link funktioniert nicht mehr',
      'Geh zurück zu der Seite, von der du ihn hast, und hol dir einen neuen.',
    ],
    expired: [
      'Dieser Link ist abgelaufen',
      'Geh zurück zu der Seite, von der du ihn hast, und tippe noch einmal auf die Schaltfläche.',
    ],
    usedCode: [
      'Dieser Link wurde schon benutzt oder ist abgelaufen',
      'Geh zurück zu der Seite, von der du ihn hast, und hol dir einen neuen.',
    ],
    failed: ['Das hat nicht geklappt', 'Versuch es in einer Minute noch einmal.'],
    preview: ['Dein Podcast', 'Öffne diesen Link auf deinem Handy.'],
  },
  nl: {
    incomplete: ['Deze link is niet compleet', 'Ga terug en tik opnieuw op de knop.'],
    dead: [
      'Deze link werkt niet meer',
      'Ga terug naar de pagina waar je hem vond en haal een nieuwe op.',
    ],
    expired: [
      'Deze link is verlopen',
      'Ga terug naar de pagina waar je hem vond en tik opnieuw op de knop.',
    ],
    usedCode: [
      'Deze link is al gebruikt of verlopen',
      'Ga terug naar de pagina waar je hem vond en haal een nieuwe op.',
    ],
    failed: ['Dat lukte niet', 'Probeer het over een minuut opnieuw.'],
    preview: ['Je podcast', 'Open deze link op je telefoon.'],
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
    failed: ['Cela n’a pas marché', 'Réessayez dans une minute.'],
    preview: ['Votre podcast', 'Ouvrez ce lien sur votre téléphone.'],
  },
  es: {
    incomplete: ['Este enlace está incompleto', 'Vuelve atrás y toca el botón otra vez.'],
    dead: [
      'Este enlace ya no funciona',
      'Vuelve a la página donde lo conseguiste y pide uno nuevo.',
    ],
    expired: [
      'Este enlace ha caducado',
      'Vuelve a la página donde lo conseguiste y toca el botón otra vez.',
    ],
    usedCode: [
      'Este enlace ya se usó o ha caducado',
      'Vuelve a la página donde lo conseguiste y pide uno nuevo.',
    ],
    failed: ['No ha funcionado', 'Inténtalo de nuevo en un minuto.'],
    preview: ['Tu pódcast', 'Abre este enlace en tu teléfono.'],
  },
  it: {
    incomplete: ['Questo link è incompleto', 'Torna indietro e tocca di nuovo il pulsante.'],
    dead: [
      'Questo link non funziona più',
      'Torna alla pagina da cui l’hai preso e richiedine uno nuovo.',
    ],
    expired: [
      'Questo link è scaduto',
      'Torna alla pagina da cui l’hai preso e tocca di nuovo il pulsante.',
    ],
    usedCode: [
      'Questo link è già stato usato o è scaduto',
      'Torna alla pagina da cui l’hai preso e richiedine uno nuovo.',
    ],
    failed: ['Non ha funzionato', 'Riprova tra un minuto.'],
    preview: ['Il tuo podcast', 'Apri questo link sul telefono.'],
  },
  pt: {
    incomplete: ['Esta ligação está incompleta', 'Volte atrás e toque novamente no botão.'],
    dead: ['Esta ligação já não funciona', 'Volte à página onde a obteve e peça uma nova.'],
    expired: ['Esta ligação expirou', 'Volte à página onde a obteve e toque novamente no botão.'],
    usedCode: [
      'Este link já foi usado ou expirou',
      'Volte à página onde você o recebeu e gere um novo.',
    ],
    failed: ['Não resultou', 'Tente novamente daqui a um minuto.'],
    preview: ['O seu podcast', 'Abra esta ligação no telemóvel.'],
  },
  pl: {
    incomplete: ['Ten link jest niekompletny', 'Wróć i stuknij przycisk jeszcze raz.'],
    dead: ['Ten link już nie działa', 'Wróć na stronę, z której go masz, i pobierz nowy.'],
    expired: [
      'Ten link wygasł',
      'Wróć na stronę, z której go masz, i stuknij przycisk jeszcze raz.',
    ],
    usedCode: [
      'Ten link został już użyty lub wygasł',
      'Wróć na stronę, z której go masz, i pobierz nowy.',
    ],
    failed: ['Nie udało się', 'Spróbuj ponownie za minutę.'],
    preview: ['Twój podcast', 'Otwórz ten link na telefonie.'],
  },
  cs: {
    incomplete: ['Odkaz není úplný', 'Vraťte se a klepněte na tlačítko znovu.'],
    dead: ['Odkaz už nefunguje', 'Vraťte se na stránku, odkud ho máte, a získejte nový.'],
    expired: [
      'Platnost odkazu vypršela',
      'Vraťte se na stránku, odkud ho máte, a klepněte na tlačítko znovu.',
    ],
    usedCode: [
      'Odkaz už byl použit nebo vypršel',
      'Vraťte se na stránku, odkud ho máte, a získejte nový.',
    ],
    failed: ['Nepovedlo se to', 'Zkuste to za minutu znovu.'],
    preview: ['Váš podcast', 'Otevřete tento odkaz v telefonu.'],
  },
  ar: {
    incomplete: ['هذا الرابط غير مكتمل', 'ارجع واضغط على الزر مرة أخرى.'],
    dead: ['لم يعد هذا الرابط يعمل', 'ارجع إلى الصفحة التي حصلت عليه منها واحصل على رابط جديد.'],
    expired: [
      'انتهت صلاحية هذا الرابط',
      'ارجع إلى الصفحة التي حصلت عليه منها واضغط على الزر مرة أخرى.',
    ],
    usedCode: [
      'استُخدم هذا الرابط من قبل أو انتهت صلاحيته',
      'ارجع إلى الصفحة التي حصلت عليه منها واحصل على رابط جديد.',
    ],
    failed: ['لم ينجح ذلك', 'حاول مرة أخرى بعد دقيقة.'],
    preview: ['البودكاست الخاص بك', 'افتح هذا الرابط على هاتفك.'],
  },
  ja: {
    incomplete: ['リンクが不完全です', '前のページに戻って、もう一度ボタンをタップしてください。'],
    dead: [
      'このリンクは使えなくなりました',
      'リンクを受け取ったページに戻り、新しいリンクを取得してください。',
    ],
    expired: [
      'このリンクは期限切れです',
      'リンクを受け取ったページに戻り、もう一度ボタンをタップしてください。',
    ],
    usedCode: [
      'このリンクは使用済みか、期限切れです',
      'リンクを受け取ったページに戻り、新しいリンクを取得してください。',
    ],
    failed: ['うまくいきませんでした', '1分ほどしてからもう一度お試しください。'],
    preview: ['あなたのポッドキャスト', 'このリンクをスマートフォンで開いてください。'],
  },
};
