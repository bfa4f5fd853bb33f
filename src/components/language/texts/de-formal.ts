/** German that says “Sie”, as newspapers do: only what differs from `de.ts`. */
import type { Texts } from './en.js';

export const deFormal: Partial<Texts> = {
  yourPodcast: 'Ihr persönlicher Podcast',
  personal: 'Nur für Sie',
  chooseApp: 'Wählen Sie Ihre Podcast-App',
  failedOffline: 'Sobald Sie wieder online sind, geht es weiter.',
  failedBusy: 'Unser Dienst antwortet gerade nicht. Versuchen Sie es in einer Minute noch einmal.',
  ready: 'Ihr Podcast ist bereit für Ihre App.',
  noAccessText: 'Er gehört nicht zu Ihrer Mitgliedschaft, oder sie ist abgelaufen.',
  expiredText: 'Das dient Ihrer Sicherheit. Sie können jederzeit weitermachen.',
  loggedOutTitle: 'Sie sind abgemeldet',
  loggedOutText: 'Melden Sie sich wieder an, um Ihren Podcast zu sehen.',
  deadTitle: 'Ihr Podcast braucht einen neuen Link',
  deadText:
    'Laden Sie die Seite neu, dann bekommen Sie ihn. Wenn das nicht hilft, melden Sie sich bei uns.',
  deadReset: 'Der alte funktioniert nicht mehr. Hier bekommen Sie einen neuen.',
  offlineTitle: 'Sie sind offline',
  failedTitle: 'Wir konnten Ihren Podcast nicht laden',
  failedSignIn: 'Laden Sie die Seite neu oder melden Sie sich noch einmal an.',
  failedSetUp: 'Das liegt an uns. Bitte melden Sie sich kurz bei uns.',
  copyLink: 'Ihren Link kopieren',
  newLinkText: 'Wenn Sie Ihren versehentlich geteilt haben',
  linkCopied: 'Kopiert. Fügen Sie den Link jetzt in Ihrer Podcast-App ein.',
  linkSelected:
    'Ihr Browser hat das Kopieren blockiert. Halten Sie den Link gedrückt und wählen Sie „Kopieren“.',
  linkSelectedKeys:
    'Ihr Browser hat das Kopieren blockiert. Kopieren Sie den Link mit Strg+C (am Mac ⌘C).',
  linkLabel: 'Ihr privater Podcast-Link',
  keepSecret: 'Dieser Link ist privat. Wer ihn hat, kann Ihren Podcast hören.',
  resetStops:
    'Ihr alter Link funktioniert dann in {apps} nicht mehr. Das lässt sich nicht rückgängig machen.',
  resetStopsAll:
    'Ihr alter Link funktioniert dann in keiner App mehr. Das lässt sich nicht rückgängig machen.',
  resetDone: 'Sie haben einen neuen Link',
  resetAgain:
    'In {app}: Entfernen Sie den Podcast und fügen Sie ihn über diese Seite wieder hinzu.',
  resetAgainAny:
    'In Ihrer App: Entfernen Sie den Podcast und fügen Sie ihn über diese Seite wieder hinzu.',
  resetFailed:
    'Wir konnten keinen neuen Link erstellen. Ihr alter funktioniert weiter. Versuchen Sie es in einer Minute noch einmal.',
  scanText: 'Halten Sie die Kamera auf den Code und tippen Sie dann auf den Link.',
  scanExpires: 'Der Code ist nur für Sie und funktioniert einmal, innerhalb von zehn Minuten.',
  openedOnPhone: 'Auf dem Handy geöffnet. Dort geht es weiter.',
  openedElsewhere: 'Auf dem anderen Gerät geöffnet. Dort geht es weiter.',
  emailSubject: 'Ihr Podcast: {title}',
  emailText:
    'Öffnen Sie diesen Link auf dem Gerät, mit dem Sie hören, und der Podcast öffnet sich in Ihrer App:',
  emailExpires:
    'Der Link ist nur für Sie. Er funktioniert einen Tag lang und lässt sich dreimal öffnen.',
  stepPath: 'Gehen Sie in {app} zu {path} und fügen Sie den Link ein.',
  stepAnywhere: 'Wählen Sie in {app} „Per URL hinzufügen“ oder „RSS“ und fügen Sie den Link ein.',
  lookup: 'Wenn {app} den Podcast nicht findet, fügen Sie stattdessen Ihren Link ein.',
  enjoy: 'Viel Freude beim Hören! Neue Folgen erscheinen automatisch.',
  hasPodcast: 'Ihr Podcast ist in {app}',
  exitTop: 'Tippen Sie oben auf ⋯ oder ⋮ und dann auf „Im Browser öffnen“.',
  exitBottom: 'Tippen Sie unten auf ⋯ oder ⋮ und dann auf „Im Browser öffnen“.',
  exitIcon: 'Tippen Sie unten auf das Browser-Symbol.',
  exitAny: 'Öffnen Sie diese Seite in Ihrem Browser.',
  pageCopied: 'Kopiert. Fügen Sie die Adresse jetzt in Ihrem Browser ein.',
  episodesUnavailable:
    'Wir können die Folgen gerade nicht zeigen. Sie können den Podcast trotzdem in Ihre App holen.',
  noEpisodes: 'Es gibt noch keine Folgen. Neue erscheinen automatisch in Ihrer App.',
  notPlayable: 'Diese Folge lässt sich hier nicht abspielen. Hören Sie sie in Ihrer App.',
  printScan: 'Scannen Sie den Code mit dem Handy, und der Podcast öffnet sich in Ihrer App.',
  printVisit: 'Öffnen Sie diese Seite auf dem Handy, um den Podcast zu hören.',
};
