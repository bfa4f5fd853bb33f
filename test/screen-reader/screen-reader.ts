/** Firefox as a member uses it who cannot see it: keys go in, and what Orca says comes out. */
import type { ChildProcess } from 'node:child_process';
import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Desktop } from '../support/programs/desktop.js';
import { firefoxPreferences } from './firefox-preferences.js';
import { heardOf, type SpeechEvent } from './speech.js';

/** The paths that `ensureScreenReader` found. */
export interface ScreenReaderPaths {
  firefox: string;
  atSpiLauncher: string;
}

const orcaFiles = fileURLToPath(new URL('orca/', import.meta.url));

/** Milliseconds of silence after which Orca has said all that it had to say. */
const QUIET = 900;
/** The same on the way from control to control, where nothing but the next one is awaited. */
const QUIET_BETWEEN = 500;
/** Milliseconds in which it begins to speak, where it has anything to say. */
const FIRST_WORD = 3000;
const MOST_PRESSES = 30;
/** Milliseconds in which something comes that a test waits for. */
const ANSWER = 6000;

export class ScreenReader {
  readonly #events: SpeechEvent[] = [];
  #firefox: ChildProcess | undefined;

  private constructor(
    private readonly desktop: Desktop,
    private readonly paths: ScreenReaderPaths,
  ) {}

  /** Starts a desktop with Orca on it; once more if that fails. */
  static start(paths: ScreenReaderPaths): Promise<ScreenReader> {
    return twice(async () => {
      const reader = new ScreenReader(await Desktop.start(paths.atSpiLauncher), paths);
      try {
        await reader.#startOrca();
        return reader;
      } catch (error) {
        await reader.close();
        throw error;
      }
    });
  }

  async #startOrca(): Promise<void> {
    const folder = join(this.desktop.home, 'orca');
    await cp(orcaFiles, folder, { recursive: true });
    const orca = this.desktop.run('orca', ['--user-prefs', folder], { SPEECH_FD: '3' });
    createInterface(orca.stdio[3] as Readable).on('line', (line) => {
      this.#events.push(JSON.parse(line) as SpeechEvent);
    });
    if (!(await this.#hasSaid(/Screen reader on/, 0, 20_000))) throw new Error('Orca is mute.');
  }

  /**
   * Opens a page in a Firefox of its own and waits until Orca has presented it; once more if it
   * does not.
   * @returns what was heard
   */
  open(url: string, title: string): Promise<string> {
    return twice(async () => {
      this.leave();
      const start = this.#events.length;
      const profile = await mkdtemp(join(this.desktop.home, 'firefox-'));
      await writeFile(join(profile, 'user.js'), firefoxPreferences);
      const args = ['--no-remote', '--profile', profile, url];
      this.#firefox = this.desktop.run(this.paths.firefox, args);
      const loaded = new RegExp(`Finished loading ${title}`);
      if (!(await this.#hasSaid(loaded, start, 30_000))) throw new Error('The page is not read.');
      return this.#untilQuiet(start);
    });
  }

  /** Closes Firefox. */
  leave(): void {
    if (this.#firefox) this.desktop.stop(this.#firefox);
    this.#firefox = undefined;
  }

  /**
   * Presses a key, such as `Tab` or `shift+Tab`.
   * @param wanted waits for this too, as long as it takes a page to answer
   * @returns what is heard until it is quiet, a line for each utterance
   */
  async press(key: string, wanted?: RegExp): Promise<string> {
    const start = this.#events.length;
    this.desktop.press(key);
    return this.#answer(start, wanted);
  }

  /** Types a text; otherwise like `press`. */
  async type(text: string, wanted?: RegExp): Promise<string> {
    const start = this.#events.length;
    this.desktop.type(text);
    return this.#answer(start, wanted);
  }

  /**
   * Presses a key again and again until something is heard.
   * @returns all that was heard on the way
   * @throws where it is not heard after as many presses as a page has controls
   */
  async pressUntil(key: string, wanted: RegExp): Promise<string> {
    let heard = '';
    for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
      const start = this.#events.length;
      this.desktop.press(key);
      await this.#hasSaid(/./, start, FIRST_WORD);
      const said = await this.#untilQuiet(start, QUIET_BETWEEN);
      heard += `${said}\n`;
      if (wanted.test(said)) return heard;
    }
    throw new Error(`“${wanted.source}” was not heard, but:\n${heard}`);
  }

  async #answer(start: number, wanted: RegExp | undefined): Promise<string> {
    await this.#hasSaid(wanted ?? /./, start, wanted ? ANSWER : FIRST_WORD);
    return this.#untilQuiet(start);
  }

  /** Waits until something is said; false if it is not said in time. */
  async #hasSaid(wanted: RegExp, start: number, milliseconds: number): Promise<boolean> {
    const deadline = Date.now() + milliseconds;
    while (!this.#events.slice(start).some(({ text }) => wanted.test(text))) {
      if (Date.now() > deadline) return false;
      await pause(20);
    }
    return true;
  }

  async #untilQuiet(start: number, quiet = QUIET): Promise<string> {
    const since = Date.now();
    for (;;) {
      const silence = Date.now() - Math.max(since, this.#events.at(-1)?.time ?? 0);
      if (silence >= quiet) return heardOf(this.#events.slice(start)).join('\n');
      await pause(quiet - silence);
    }
  }

  async close(): Promise<void> {
    await this.desktop.close();
  }
}

async function twice<Result>(attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    console.log(`Starting once more: ${error instanceof Error ? error.message : String(error)}`);
    return attempt();
  }
}
