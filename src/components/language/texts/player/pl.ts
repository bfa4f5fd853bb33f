/**
 * Polish of the player and the transcript: see `../pl.ts`.
 * The time stands before “łącznie”, which inflects no number.
 */
import type { PlayerTexts } from './en.js';

export const plPlayer: PlayerTexts = {
  player: 'Odtwarzacz',
  expandPlayer: 'Otwórz odtwarzacz',
  collapsePlayer: 'Zmniejsz odtwarzacz',
  closePlayer: 'Zamknij odtwarzacz',
  skipBack: '15 sekund wstecz',
  skipForward: '30 sekund do przodu',
  live: 'Na żywo',
  stillLoading: 'Wciąż się ładuje',
  waitingForLine: 'Brak internetu. Odtwarzanie ruszy dalej, gdy wróci połączenie.',
  position: 'Pozycja',
  positionOf: '{time}, łącznie {duration}',
  speed: 'Prędkość',
  sleepTimer: 'Wyłącznik czasowy',
  sleepOff: 'Wyłączony',
  sleepEnd: 'Po zakończeniu odcinka',
  sleepEnded: 'Wyłącznik czasowy wstrzymał odcinek.',
  chapterOf: 'Rozdział {number} z {count}',
  copyMoment: 'Kopiuj link do tego miejsca',
  momentCopied: 'Skopiowano. Link otwiera tę stronę w miejscu {time}.',
  momentLabel: 'Link do tego miejsca',
  cast: 'Odtwarzaj na innym urządzeniu',
  forgetListening: 'Wyczyść historię słuchania w tej przeglądarce',
  forgotten: 'Wyczyszczono. Ta przeglądarka nie pamięta już twojej historii słuchania.',
  searchTranscript: 'Szukaj w transkrypcji',
  linesFound: {
    one: 'Znaleziono {count} wiersz',
    few: 'Znaleziono {count} wiersze',
    many: 'Znaleziono {count} wierszy',
    other: 'Znaleziono {count} wiersza',
  },
  noLines: 'Brak wyników dla „{query}”',
  backToSound: 'Wróć do odtwarzanego miejsca',
  transcriptCut: 'Transkrypcja jest za długa, aby pokazać ją tu w całości.',
  openTranscript: 'Otwórz transkrypcję',
  keys: 'Klawiatura',
  keyPlay: 'Odtwórz lub wstrzymaj',
  keySkip: '15 sekund wstecz, 30 sekund do przodu',
  keyStep: '5 sekund wstecz lub do przodu',
  keySpeed: 'Wolniej lub szybciej',
  keyMute: 'Wyłącz lub włącz dźwięk',
  keyJump: 'Przejdź do 10%, 20%… odcinka',
};
