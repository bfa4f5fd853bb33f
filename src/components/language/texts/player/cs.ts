/**
 * Czech of the player and the transcript: see `../cs.ts`.
 * The time stands before “celkem”, which inflects no number.
 */
import type { PlayerTexts } from './en.js';

export const csPlayer: PlayerTexts = {
  player: 'Přehrávač',
  expandPlayer: 'Otevřít přehrávač',
  collapsePlayer: 'Zmenšit přehrávač',
  closePlayer: 'Zavřít přehrávač',
  skipBack: 'O 15 sekund zpět',
  skipForward: 'O 30 sekund vpřed',
  live: 'Živě',
  stillLoading: 'Stále se načítá',
  waitingForLine: 'Jste offline. Přehrávání bude pokračovat, až se připojení obnoví.',
  position: 'Pozice',
  positionOf: '{time}, celkem {duration}',
  speed: 'Rychlost',
  sleepTimer: 'Časovač vypnutí',
  sleepOff: 'Vypnutý',
  sleepEnd: 'Na konci epizody',
  sleepEnded: 'Časovač vypnutí epizodu pozastavil.',
  chapterOf: 'Kapitola {number} z {count}',
  copyMoment: 'Kopírovat odkaz na toto místo',
  momentCopied: 'Zkopírováno. Odkaz otevře tuto stránku v čase {time}.',
  momentLabel: 'Odkaz na toto místo',
  cast: 'Přehrávat v jiném zařízení',
  forgetListening: 'Vymazat historii poslechu v tomto prohlížeči',
  forgotten: 'Vymazáno. Tento prohlížeč si už nic z vašeho poslechu nepamatuje.',
  searchTranscript: 'Hledat v přepisu',
  linesFound: {
    one: 'Nalezen {count} řádek',
    few: 'Nalezeny {count} řádky',
    many: 'Nalezeno {count} řádku',
    other: 'Nalezeno {count} řádků',
  },
  noLines: 'Pro „{query}“ se nic nenašlo',
  backToSound: 'Zpět na přehrávané místo',
  transcriptCut: 'Přepis je příliš dlouhý, celý se sem nevejde.',
  openTranscript: 'Otevřít přepis',
  keys: 'Klávesnice',
  keyPlay: 'Přehrát nebo pozastavit',
  keySkip: 'O 15 sekund zpět, o 30 sekund vpřed',
  keyStep: 'O 5 sekund zpět nebo vpřed',
  keySpeed: 'Pomaleji nebo rychleji',
  keyMute: 'Vypnout nebo zapnout zvuk',
  keyJump: 'Přejít na 10 %, 20 % … epizody',
};
