/**
 * The words of the notices, as text and as sound, in each language. `scripts/make-notices.mjs` speaks
 * title and text, so run it after changing one.
 */
import { languageOf, type LanguageCode } from '../../languages/languages.js';

/** Once a membership has ended, once a link was replaced, and while a show has no episodes. */
export const noticeKinds = ['ended', 'changed', 'empty'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

interface NoticeText {
  title: string;
  text: string;
}

export interface NoticeTexts extends Record<NoticeKind, NoticeText> {
  /** Names the link to the page where a membership is renewed. */
  renew: string;
}

/** A language with notices of its own: the German ones address nobody, so they suit “du” and “Sie”. */
export type NoticeLanguage = Exclude<LanguageCode, 'de-formal'>;

/** The language of the notices in a feed with this BCP 47 tag. */
export function noticeLanguage(tag: string): NoticeLanguage {
  const language = languageOf(tag);
  return language === 'de-formal' ? 'de' : language;
}

export const noticeTexts: Readonly<Record<NoticeLanguage, NoticeTexts>> = {
  ar: {
    ended: { title: 'انتهت عضويتك', text: 'جدّدها لتعود الحلقات إلى هنا.' },
    changed: { title: 'تغيّر رابطك', text: 'اربط تطبيقك من جديد في صفحة العضوية.' },
    empty: { title: 'لا توجد حلقات بعد', text: 'ستظهر الحلقات الجديدة هنا.' },
    renew: 'تجديد العضوية',
  },
  cs: {
    ended: { title: 'Vaše předplatné skončilo', text: 'Obnovte ho a epizody se sem vrátí.' },
    changed: {
      title: 'Váš odkaz se změnil',
      text: 'Otevřete členskou stránku a znovu připojte svou aplikaci.',
    },
    empty: { title: 'Zatím žádné epizody', text: 'Nové epizody se objeví tady.' },
    renew: 'Obnovit předplatné',
  },
  da: {
    ended: { title: 'Dit medlemskab er udløbet', text: 'Forny det, så kommer afsnittene tilbage.' },
    changed: { title: 'Dit link er ændret', text: 'Åbn medlemssiden, og tilslut din app igen.' },
    empty: { title: 'Ingen afsnit endnu', text: 'Nye afsnit dukker op her.' },
    renew: 'Forny medlemskabet',
  },
  de: {
    ended: {
      title: 'Die Mitgliedschaft ist abgelaufen',
      text: 'Nach der Verlängerung sind die Folgen wieder da.',
    },
    changed: {
      title: 'Der Link hat sich geändert',
      text: 'Auf der Mitgliederseite lässt sich die App neu verbinden.',
    },
    empty: { title: 'Noch keine Folgen', text: 'Neue Folgen erscheinen hier.' },
    renew: 'Mitgliedschaft verlängern',
  },
  en: {
    ended: { title: 'Your membership has ended', text: 'Renew it, and the episodes will be back.' },
    changed: {
      title: 'Your link has changed',
      text: 'Open your member page and connect your app again.',
    },
    empty: { title: 'No episodes yet', text: 'New episodes will appear here.' },
    renew: 'Renew your membership',
  },
  es: {
    ended: { title: 'Tu suscripción ha terminado', text: 'Renuévala y los episodios volverán.' },
    changed: {
      title: 'Tu enlace ha cambiado',
      text: 'Abre tu página de suscriptor y vuelve a conectar tu aplicación.',
    },
    empty: { title: 'Todavía no hay episodios', text: 'Los nuevos aparecerán aquí.' },
    renew: 'Renovar la suscripción',
  },
  fi: {
    ended: { title: 'Jäsenyytesi on päättynyt', text: 'Uusi se, niin jaksot palaavat tänne.' },
    changed: {
      title: 'Linkkisi on vaihtunut',
      text: 'Avaa jäsensivu ja yhdistä sovelluksesi uudelleen.',
    },
    empty: { title: 'Ei vielä jaksoja', text: 'Uudet jaksot ilmestyvät tänne.' },
    renew: 'Uusi jäsenyys',
  },
  fr: {
    ended: {
      title: 'Votre abonnement a pris fin',
      text: 'Renouvelez-le, et les épisodes reviendront.',
    },
    changed: {
      title: 'Votre lien a changé',
      text: 'Ouvrez votre page d’abonné et reconnectez votre application.',
    },
    empty: { title: 'Pas encore d’épisodes', text: 'Les nouveaux apparaîtront ici.' },
    renew: 'Renouveler l’abonnement',
  },
  it: {
    ended: { title: 'Il tuo abbonamento è terminato', text: 'Rinnovalo e gli episodi torneranno.' },
    changed: {
      title: 'Il tuo link è cambiato',
      text: 'Apri la tua pagina di abbonato e ricollega l’app.',
    },
    empty: { title: 'Ancora nessun episodio', text: 'I nuovi compariranno qui.' },
    renew: 'Rinnova l’abbonamento',
  },
  ja: {
    ended: {
      title: '会員期間が終了しました',
      text: '更新すると、また聴けます。',
    },
    changed: {
      title: 'リンクが変わりました',
      text: '会員ページで、アプリをもう一度つないでください。',
    },
    empty: {
      title: 'エピソードはまだありません',
      text: '新しいエピソードはここに表示されます。',
    },
    renew: '会員期間を更新する',
  },
  nb: {
    ended: {
      title: 'Medlemskapet ditt er utløpt',
      text: 'Forny det, så kommer episodene tilbake.',
    },
    changed: {
      title: 'Lenken din er endret',
      text: 'Åpne medlemssiden og koble til appen på nytt.',
    },
    empty: { title: 'Ingen episoder ennå', text: 'Nye episoder dukker opp her.' },
    renew: 'Forny medlemskapet',
  },
  nl: {
    ended: {
      title: 'Je lidmaatschap is afgelopen',
      text: 'Verleng het, dan komen de afleveringen terug.',
    },
    changed: {
      title: 'Je link is veranderd',
      text: 'Open je ledenpagina en koppel je app opnieuw.',
    },
    empty: { title: 'Nog geen afleveringen', text: 'Nieuwe afleveringen verschijnen hier.' },
    renew: 'Lidmaatschap verlengen',
  },
  pl: {
    ended: { title: 'Twoja subskrypcja wygasła', text: 'Odnów ją, a odcinki tu wrócą.' },
    changed: {
      title: 'Twój link się zmienił',
      text: 'Na stronie subskrypcji połącz aplikację ponownie.',
    },
    empty: { title: 'Nie ma jeszcze odcinków', text: 'Nowe odcinki pojawią się tutaj.' },
    renew: 'Odnów subskrypcję',
  },
  pt: {
    ended: { title: 'Sua assinatura terminou', text: 'Renove para ter os episódios de volta.' },
    changed: {
      title: 'Seu link mudou',
      text: 'Conecte o app de novo na página de assinante.',
    },
    empty: { title: 'Ainda não há episódios', text: 'Os novos vão aparecer aqui.' },
    renew: 'Renovar a assinatura',
  },
  'pt-PT': {
    ended: { title: 'A sua assinatura terminou', text: 'Renove-a e os episódios voltam.' },
    changed: {
      title: 'A sua ligação mudou',
      text: 'Ligue a aplicação de novo na página de assinante.',
    },
    empty: { title: 'Ainda não há episódios', text: 'Os novos aparecem aqui.' },
    renew: 'Renovar a assinatura',
  },
  sv: {
    ended: {
      title: 'Ditt medlemskap har gått ut',
      text: 'Förnya det, så kommer avsnitten tillbaka.',
    },
    changed: { title: 'Din länk har ändrats', text: 'Öppna medlemssidan och anslut din app igen.' },
    empty: { title: 'Inga avsnitt än', text: 'Nya avsnitt dyker upp här.' },
    renew: 'Förnya medlemskapet',
  },
  tr: {
    ended: { title: 'Aboneliğiniz sona erdi', text: 'Yenilediğinizde bölümler geri gelir.' },
    changed: {
      title: 'Bağlantınız değişti',
      text: 'Üye sayfanızı açın ve uygulamanızı yeniden bağlayın.',
    },
    empty: { title: 'Henüz bölüm yok', text: 'Yeni bölümler burada görünecek.' },
    renew: 'Aboneliği yenile',
  },
  'zh-Hans': {
    ended: { title: '你的会员已到期', text: '续订后就能继续收听。' },
    changed: { title: '你的链接已更换', text: '请在会员页面重新连接应用。' },
    empty: { title: '还没有单集', text: '新的单集会出现在这里。' },
    renew: '续订会员',
  },
  'zh-Hant': {
    ended: { title: '你的會員資格已到期', text: '續訂後就能繼續收聽。' },
    changed: { title: '你的連結已更換', text: '請在會員頁重連應用程式。' },
    empty: { title: '目前還沒有單集', text: '新的單集會出現在這裡。' },
    renew: '續訂會員資格',
  },
};
