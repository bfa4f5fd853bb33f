/**
 * A desktop of the tests' own, unseen: an X server and a message bus, for a screen reader a window
 * manager and the accessibility bus too, with a home folder that is removed in the end.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

export class Desktop {
  readonly #processes: ChildProcess[] = [];
  private constructor(
    /** A folder that belongs to this desktop. */
    readonly home: string,
    /** The environment in which its programs run. */
    readonly env: Record<string, string>,
  ) {}

  /**
   * @param atSpiLauncher path of the launcher of the accessibility bus, for a screen reader
   * @throws where a part of it does not start in time
   */
  static async start(atSpiLauncher?: string): Promise<Desktop> {
    const home = await mkdtemp(join(tmpdir(), 'desktop-'));
    const runtime = join(home, 'run');
    await mkdir(runtime);
    await chmod(runtime, 0o700);
    const desktop = new Desktop(home, {
      PATH: process.env.PATH ?? '',
      HOME: home,
      LANG: 'C.UTF-8',
      XDG_RUNTIME_DIR: runtime,
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_DATA_HOME: join(home, 'data'),
      XDG_CACHE_HOME: join(home, 'cache'),
      GSETTINGS_BACKEND: 'keyfile',
      GNOME_ACCESSIBILITY: '1',
    });
    try {
      await desktop.#startParts();
      if (atSpiLauncher) await desktop.#startAccessibility(atSpiLauncher);
    } catch (error) {
      await desktop.close();
      throw error;
    }
    return desktop;
  }

  async #startParts(): Promise<void> {
    // Both write where they can be reached to the file descriptor that they are given.
    const xServer = this.run('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24']);
    this.env.DISPLAY = `:${await firstLine(xServer)}`;
    const bus = this.run('dbus-daemon', ['--session', '--nofork', '--print-address=3']);
    this.env.DBUS_SESSION_BUS_ADDRESS = await firstLine(bus);
  }

  async #startAccessibility(atSpiLauncher: string): Promise<void> {
    // Without a sound card, recordings play into nothing; Firefox would call them corrupt.
    await writeFile(join(this.home, '.asoundrc'), 'pcm.!default { type null }\n');
    this.run('openbox', ['--sm-disable']);
    this.run(atSpiLauncher, ['--launch-immediately', '--a11y=1', '--screen-reader=1']);
    const toBus = ['--session', '--print-reply', '--dest=org.a11y.Bus', '/org/a11y/bus'];
    await until(() => this.#succeeds('dbus-send', ...toBus, 'org.a11y.Bus.GetAddress'));
  }

  /** Starts a program on this desktop. What it writes to file descriptor 3 is `stdio[3]`. */
  run(command: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
    // The kernel ends it, should the tests be killed: an Orca left over would keep the next one out.
    const child = spawn('setpriv', ['--pdeathsig', 'TERM', command, ...args], {
      env: { ...this.env, ...env },
      cwd: this.home,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      // A process group of its own, so that its helpers end with it.
      detached: true,
    });
    this.#processes.push(child);
    return child;
  }

  /** Ends a program and what it started. */
  stop({ pid }: ChildProcess): void {
    try {
      if (pid) process.kill(-pid, 'SIGKILL');
    } catch {
      // All of them have ended already.
    }
  }

  /** Presses keys, such as `Tab` or `shift+Tab`, one after the other. */
  press(...keys: readonly string[]): void {
    if (!this.#succeeds('xdotool', 'key', ...keys)) throw new Error('The key was not taken.');
  }

  /** Types a text as by hand. */
  type(text: string): void {
    if (!this.#succeeds('xdotool', 'type', '--delay', '120', text)) {
      throw new Error('The text was not taken.');
    }
  }

  /** What a program writes that ends at once; empty if it ends with an error. */
  output(command: string, ...args: readonly string[]): string {
    const { status, stdout } = spawnSync(command, args, { env: this.env, encoding: 'utf8' });
    return status === 0 ? stdout.trim() : '';
  }

  #succeeds(command: string, ...args: readonly string[]): boolean {
    return spawnSync(command, args, { env: this.env, stdio: 'ignore' }).status === 0;
  }

  async close(): Promise<void> {
    for (const child of this.#processes) this.stop(child);
    await rm(this.home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The first line that a program writes to file descriptor 3. */
async function firstLine(child: ChildProcess): Promise<string> {
  const signal = AbortSignal.timeout(15_000);
  const [line] = (await once(child.stdio[3] as Readable, 'data', { signal })) as [Buffer];
  return line.toString().trim();
}

/** Waits until a condition holds, at most 15 s. */
async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error('The accessibility bus did not start.');
    await pause(50);
  }
}
