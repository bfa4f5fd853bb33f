/**
 * Who may hear what, and which link is current: what INTERFACE.md, DESIGN.md, docs/interface.md and SECURITY.md
 * promise, and nothing of how the code keeps it. Times are in milliseconds, of processes there are two.
 */
import { members, senders, shows, type End, type Member, type Sender, type Show } from './cast.js';
import { told, type Statement } from './statements.js';

/** What holds from `at` on. The process `by` knows it at once, the other one two seconds later. */
interface Since<T> {
  at: number;
  by: number;
  value: T;
}

export interface Link {
  /** Unknown until the member's page has shown it. */
  url?: string;
  /** The member's page asked for it, so the cache that its handler uses has forgotten the one before. */
  isForgotten?: boolean;
  /** Of its recording, as the feed has it. */
  recording?: string;
}

export type Hearing = 'open' | 'ended' | 'gone';

const KNOWN_BY_ALL_MS = 2_000;
/** docs/interface.md 8: how long a handler with a cache may go by what it knows. */
const KEPT_MS = { access: 300_000, none: 5_000 };

const isHeard = (isOffered: boolean, access: number, at: number): Hearing =>
  isOffered ? (at <= access ? 'open' : 'ended') : 'gone';

export class Model {
  now = 0;
  isAway = false;
  readonly isUp = [true, true];
  readonly isCut = [false, false];
  /** Until when each process says that it knows what was changed. */
  readonly knownUntil = [Infinity, Infinity];
  /** When a process last was without the database. */
  wellSince = 0;
  readonly statements: Record<Sender, Statement[]> = { standard: [], billing: [], ghost: [] };
  readonly granted = new Map<string, End>();
  readonly listed = new Map<string, End>();
  readonly offered = new Set<Show>(shows);
  /** The process that read the catalogue last, if a show was ever missing: the other one may not have it yet. */
  readBy: number | undefined;
  /** New links that pages have asked for: more than five a minute are refused. */
  resets = 0;
  readonly tokens = new Map<string, { text: string; expiresAt: number }>();
  readonly versions = new Map<Show, { at: number; version: number; isGood: boolean }>();
  /** From when on the shared cache does what it should. */
  cacheWorksFrom = -Infinity;
  readonly #given = new Map<string, Since<number>[]>();
  readonly #shown = new Map<string, Since<boolean>[]>();
  readonly #links = new Map<string, Since<Link>[]>();

  static pair = (member: Member, show: Show): string => `${member} ${show}`;

  /** Whether some process is without the database. */
  get isLost(): boolean {
    return this.isAway || this.isCut.includes(true);
  }

  /** Whether some process may say that it cannot answer: it does not reach the database, or did not until a moment ago. */
  get isExcused(): boolean {
    const isBehind = (known: number, process: number) =>
      this.isUp[process]! && this.now - known > KNOWN_BY_ALL_MS;
    return this.isLost || this.knownUntil.some(isBehind);
  }

  #givenTo(member: Member, show: Show): number {
    const name = Model.pair(member, show);
    const given = [this.granted, this.listed].flatMap((grants) =>
      grants.has(name) ? [grants.get(name)] : [],
    );
    for (const sender of senders)
      for (const grant of told(this.statements[sender]))
        if (grant.member === member && grant.show === show) given.push(grant.until);
    return Math.max(-Infinity, ...given.map((until) => until ?? Infinity));
  }

  /** To be called after a change that process `by` has acknowledged. */
  changed(by: number): void {
    const note = <T>(states: Map<string, Since<T>[]>, name: string, value: T) => {
      const known = states.get(name) ?? [];
      states.set(name, known);
      if (known.length === 0 || known.at(-1)!.value !== value)
        known.push({ at: this.now, by, value });
    };
    for (const member of members)
      for (const show of shows) {
        const name = Model.pair(member, show);
        note(this.#given, name, this.#givenTo(member, show));
        note(this.#shown, name, this.offered.has(show));
      }
  }

  /** When each of several states is no longer what a process (or, without one, any) may go by. */
  #lapse<T>(states: readonly Since<T>[], index: number, process: number | undefined): number {
    const known = process === undefined ? Math.min(...this.knownUntil) : this.knownUntil[process]!;
    return Math.min(
      ...states.slice(index + 1).map(({ at, by }) => {
        // Time stands still within a step: a reading of that moment may have been before the change.
        if (at >= known) return Infinity;
        return at + (by === process ? 0 : KNOWN_BY_ALL_MS + 1);
      }),
    );
  }

  /** What a member may be found to hear now, or to have heard in the last `kept` milliseconds. */
  hearings(member: Member, show: Show, process?: number, kept = 0): Set<Hearing> {
    const name = Model.pair(member, show);
    const [given, shown] = [this.#given.get(name)!, this.#shown.get(name)!];
    const found = new Set<Hearing>();
    for (const [nth, { at: givenAt, value: until }] of given.entries())
      for (const [index, { at, value: isOffered }] of shown.entries()) {
        const from = Math.max(givenAt, at, this.now - kept);
        const lapse = Math.min(
          this.#lapse(given, nth, process),
          this.#lapse(shown, index, process),
        );
        if (lapse <= from) continue;
        const to = Math.min(lapse, this.now);
        found.add(isHeard(isOffered, until, from)).add(isHeard(isOffered, until, to));
      }
    return found;
  }

  /** What a page may be told. A handler with a cache says for a while what was so before. */
  answers(
    member: Member,
    show: Show,
    process: number | undefined,
    isCached: boolean,
  ): Set<Hearing> {
    const kept = isCached ? KEPT_MS : { access: 0, none: 0 };
    const may = [...this.hearings(member, show, process, kept.access)].filter(
      (each) => each === 'open',
    );
    const not = [...this.hearings(member, show, process, kept.none)].filter(
      (each) => each !== 'open',
    );
    return new Set([...may, ...not]);
  }

  links(member: Member, show: Show): Since<Link>[] {
    const name = Model.pair(member, show);
    const known = this.#links.get(name) ?? [{ at: this.now, by: 0, value: {} }];
    this.#links.set(name, known);
    return known;
  }

  /** The current link is dead from now on, and the next one not known yet. */
  reset(member: Member, show: Show, by: number, isForgotten = false): void {
    this.links(member, show).push({ at: this.now, by, value: { isForgotten } });
  }

  /** From now on nobody can be sure that the shared cache has forgotten a link. */
  cacheFails(): void {
    for (const links of this.#links.values())
      for (const { value } of links) value.isForgotten = false;
    this.cacheWorksFrom = Infinity;
  }

  /** Whether the page of a member may be given this link. One that nobody knew becomes the current one. */
  isLink(
    member: Member,
    show: Show,
    url: string,
    process: number | undefined,
    isCached: boolean,
  ): boolean {
    const states = this.links(member, show);
    const last = states.at(-1)!;
    if (
      last.value.url === undefined &&
      ![...this.#links.values()].flat().some(({ value }) => value.url === url)
    )
      last.value.url = url;
    const kept = isCached && !last.value.isForgotten ? KEPT_MS.access : 0;
    return states.some(
      ({ value }, index) =>
        value.url === url && this.#lapse(states, index, process) > this.now - kept,
    );
  }

  /** What a link may be found to lead to at a process. */
  leadsTo(member: Member, show: Show, index: number, process: number): Set<Hearing> {
    const states = this.links(member, show);
    const dead = index < states.length - 1;
    const isKnownDead = dead && this.#lapse(states, index, process) <= this.now;
    const heard = isKnownDead ? [] : [...this.hearings(member, show, process)];
    return new Set<Hearing>([...heard, ...(dead ? (['gone'] as const) : [])]);
  }
}
