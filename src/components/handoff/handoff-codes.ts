/**
 * The link in the phone dialog's QR code: a hand-off code that is renewed before it expires and
 * watched until the phone has opened it, or a lasting URL where there is no hand-off.
 */
import { askHandler, type HandlerCall, type HandlerQuestion } from '../subscription/ask-handler.js';
import { handoffQuestion, openedQuestion, type HandoffCode } from './request-handoff.js';

export interface PhoneLink {
  url: string;
  /** The link works once, and for a few minutes. */
  expires: boolean;
  /** The other device has opened it. */
  isOpened: boolean;
}

/** Milliseconds between two looks at whether the phone has opened the code. */
export const WATCH_INTERVAL_MS = 3000;
/** A new code is made this many milliseconds before the old one expires. */
const RENEW_EARLY_MS = 10_000;

export interface HandoffCodesOptions {
  handler: (signal: AbortSignal) => HandlerCall;
  /** Whether the handler offers hand-off. */
  isOffered: boolean | undefined;
  /** Shown if there is no hand-off, or the handler cannot be asked now. */
  lasting: string;
  /** The app that the consume page opens for, in the link's fragment, which outlives redirects. */
  appId: string | undefined;
}

export class HandoffCodes {
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #stopping = new AbortController();

  constructor(private readonly options: HandoffCodesOptions) {}

  /** @param show called with the first link, and again when anything about it changes. */
  start(show: (link: PhoneLink) => void): void {
    void this.#renew(show);
  }

  stop(): void {
    this.#stopping.abort();
    clearTimeout(this.#timer);
  }

  /** @returns `undefined` if the handler cannot be asked now. */
  #ask<Answer>(question: HandlerQuestion<Answer>): Promise<Answer | undefined> {
    const handler = this.options.handler(this.#stopping.signal);
    return askHandler(handler, question).catch(() => undefined);
  }

  async #renew(show: (link: PhoneLink) => void): Promise<void> {
    const { isOffered, lasting, appId } = this.options;
    const code = isOffered ? await this.#ask(handoffQuestion) : undefined;
    if (this.#stopping.signal.aborted) return;
    const url = code ? `${code.url}${appId ? `#${appId}` : ''}` : lasting;
    show({ url, expires: Boolean(code), isOpened: false });
    if (code) {
      this.#watch(code, Date.now() + code.expiresIn * 1000 - RENEW_EARLY_MS, (isOpened) =>
        isOpened ? show({ url, expires: true, isOpened }) : void this.#renew(show),
      );
    }
  }

  /** Looks after the code while the page is visible, until it is opened or about to expire. */
  #watch(code: HandoffCode, renewAt: number, settle: (isOpened: boolean) => void): void {
    const id = new URL(code.url).searchParams.get('h') ?? '';
    const look = async () => {
      // Nobody sees the code of a hidden page: a new one waits, too.
      if (document.hidden) {
        next();
        return;
      }
      const isOpened = await this.#ask(openedQuestion(id));
      if (this.#stopping.signal.aborted) return;
      if (isOpened || Date.now() >= renewAt) settle(Boolean(isOpened));
      else next();
    };
    const next = () => {
      this.#timer = setTimeout(() => void look(), WATCH_INTERVAL_MS);
    };
    next();
  }
}
