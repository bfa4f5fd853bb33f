/**
 * The words of the notices, as text and as sound, in each language. `scripts/make-notices.mjs` speaks
 * title and text, so run it after changing one.
 */
import type { LanguageCode } from '../../languages/languages.js';

/** Once a membership has ended, and while a show has no episodes. */
export const noticeKinds = ['ended', 'empty'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

interface NoticeText {
  title: string;
  text: string;
}

export interface NoticeTexts extends Record<NoticeKind, NoticeText> {
  /** Names the link to the page where a membership is renewed. */
  renew: string;
}

export const noticeTexts: Readonly<Record<LanguageCode, NoticeTexts>> = {
  ar: {
    ended: { title: 'انتهت عضويتك', text: 'جدّدها لتعود الحلقات إلى هنا.' },
    empty: { title: 'لا توجد حلقات بعد', text: 'ستظهر الحلقات الجديدة هنا.' },
    renew: 'تجديد العضوية',
  },
  cs: {
    ended: { title: 'Vaše členství skončilo', text: 'Obnovte ho a epizody se sem vrátí.' },
    empty: { title: 'Zatím žádné epizody', text: 'Nové epizody se objeví tady.' },
    renew: 'Obnovit členství',
  },
  da: {
    ended: { title: 'Dit medlemskab er udløbet', text: 'Forny det, så kommer afsnittene tilbage.' },
    empty: { title: 'Ingen afsnit endnu', text: 'Nye afsnit dukker op her.' },
    renew: 'Forny medlemskabet',
  },
  de: {
    ended: {
      title: 'Deine Mitgliedschaft ist abgelaufen',
      text: 'Verlängere sie, dann sind die Folgen wieder da.',
    },
    empty: { title: 'Noch keine Folgen', text: 'Neue Folgen erscheinen hier.' },
    renew: 'Mitgliedschaft verlängern',
  },
  en: {
    ended: { title: 'Your membership has ended', text: 'Renew it, and the episodes will be back.' },
    empty: { title: 'No episodes yet', text: 'New episodes will appear here.' },
    renew: 'Renew your membership',
  },
  es: {
    ended: { title: 'Tu suscripción ha terminado', text: 'Renuévala y los episodios volverán.' },
    empty: { title: 'Todavía no hay episodios', text: 'Los nuevos aparecerán aquí.' },
    renew: 'Renovar la suscripción',
  },
  fi: {
    ended: { title: 'Jäsenyytesi on päättynyt', text: 'Uusi se, niin jaksot palaavat tänne.' },
    empty: { title: 'Ei vielä jaksoja', text: 'Uudet jaksot ilmestyvät tänne.' },
    renew: 'Uusi jäsenyys',
  },
  fr: {
    ended: {
      title: 'Votre abonnement a pris fin',
      text: 'Renouvelez-le, et les épisodes reviendront.',
    },
    empty: { title: 'Pas encore d’épisodes', text: 'Les nouveaux apparaîtront ici.' },
    renew: 'Renouveler l’abonnement',
  },
  it: {
    ended: { title: 'Il tuo abbonamento è terminato', text: 'Rinnovalo e gli episodi torneranno.' },
    empty: { title: 'Ancora nessun episodio', text: 'I nuovi compariranno qui.' },
    renew: 'Rinnova l’abbonamento',
  },
  ja: {
    ended: {
      title: '会員期間が終了しました',
      text: '更新すると、また聴けます。',
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
    empty: { title: 'Ingen episoder ennå', text: 'Nye episoder dukker opp her.' },
    renew: 'Forny medlemskapet',
  },
  nl: {
    ended: {
      title: 'Je lidmaatschap is afgelopen',
      text: 'Verleng het, dan komen de afleveringen terug.',
    },
    empty: { title: 'Nog geen afleveringen', text: 'Nieuwe afleveringen verschijnen hier.' },
    renew: 'Lidmaatschap verlengen',
  },
  pl: {
    ended: { title: 'Twoje członkostwo wygasło', text: 'Odnów je, a odcinki tu wrócą.' },
    empty: { title: 'Nie ma jeszcze odcinków', text: 'Nowe odcinki pojawią się tutaj.' },
    renew: 'Odnów członkostwo',
  },
  pt: {
    ended: { title: 'A sua subscrição terminou', text: 'Renove-a e os episódios voltam.' },
    empty: { title: 'Ainda não há episódios', text: 'Os novos aparecem aqui.' },
    renew: 'Renovar a subscrição',
  },
  sv: {
    ended: {
      title: 'Ditt medlemskap har gått ut',
      text: 'Förnya det, så kommer avsnitten tillbaka.',
    },
    empty: { title: 'Inga avsnitt än', text: 'Nya avsnitt dyker upp här.' },
    renew: 'Förnya medlemskapet',
  },
};
