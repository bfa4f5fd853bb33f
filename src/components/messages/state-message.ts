/** The words of the states without app buttons, and what the member can do: no access, expired, failed. */
import type { ErrorCode } from '../../errors/private-podcast-error.js';
import type { ElementState } from '../subscription/subscription-controller.js';
import type { Texts } from '../language/texts/en.js';

/** A step that the member can take. */
export interface NextStep {
  label: string;
  /**
   * `retry` starts over with what the page gives; `reload` has the page bring something new; `contact`
   * leads to the publisher; the others ask for a new link, make it, use it, or leave it at that.
   */
  does: 'retry' | 'reload' | 'contact' | 'ask-for-link' | 'make-link' | 'use-link' | 'cancel';
}

export interface StateMessage {
  title: string;
  text: string;
  /** Name of the slot whose content replaces title and text. */
  slot?: 'no-access' | 'error';
  /** The first that can be undone is the one to take. */
  steps: readonly NextStep[];
  /** It goes on by itself: there is no step that has to be taken. */
  goesOn?: boolean;
}

/** How far a member with a dead link is on the way to a new one (renew-link.ts). */
export type RenewalStep = 'asking' | 'working' | 'failed' | 'done';

/** A message depends on this. */
export interface Situation {
  state: ElementState;
  /** Why it failed, in the state `failed`. */
  failure: ErrorCode | undefined;
  /** Whether the page can get another token by itself. */
  canRenew: boolean;
  /** Whether the handler makes a new link in place of a dead one. */
  canReset: boolean;
  /** Whether the publisher says where members get help. */
  hasContact: boolean;
  renewal: RenewalStep | undefined;
}

/** The message of a state, or `undefined` for a state that shows the app buttons or waits for them. */
export function stateMessage(situation: Situation, texts: Texts): StateMessage | undefined {
  const { state, canRenew, hasContact } = situation;
  switch (state) {
    case 'no-access':
      return {
        title: texts.noAccessTitle,
        text: texts.noAccessText,
        slot: state,
        steps: hasContact
          ? contactStep(situation, texts)
          : [
              canRenew
                ? { label: texts.retry, does: 'retry' }
                : { label: texts.reload, does: 'reload' },
            ],
      };
    case 'expired':
      return {
        title: texts.expiredTitle,
        text: texts.expiredText,
        steps: [{ label: texts.renew, does: canRenew ? 'retry' : 'reload' }],
      };
    case 'failed':
      return failureMessage(situation, texts);
    default:
      return undefined;
  }
}

const contactStep = ({ hasContact }: Situation, texts: Texts): NextStep[] =>
  hasContact ? [{ label: texts.contact, does: 'contact' }] : [];

function failureMessage(situation: Situation, texts: Texts): StateMessage {
  const failed = { title: texts.failedTitle, slot: 'error' } as const;
  const retry: NextStep = { label: texts.retry, does: 'retry' };
  const reload: NextStep = { label: texts.reload, does: 'reload' };
  switch (situation.failure) {
    case 'unauthorized':
      return {
        title: texts.loggedOutTitle,
        text: texts.loggedOutText,
        steps: [{ label: texts.logIn, does: 'reload' }],
      };
    case 'no-feed':
      return deadMessage(situation, reload, texts);
    case 'network':
      return navigator.onLine
        ? { ...failed, text: texts.failedBusy, steps: [retry] }
        : {
            ...failed,
            title: texts.offlineTitle,
            text: texts.failedOffline,
            steps: [retry],
            goesOn: true,
          };
    case 'timeout':
    case 'unavailable':
    case 'rate-limited':
    case 'aborted':
      return { ...failed, text: texts.failedBusy, steps: [retry] };
    case 'token-expired':
    case 'token-invalid':
    case 'forbidden':
      return {
        ...failed,
        text: texts.failedSignIn,
        steps: [situation.canRenew ? retry : reload],
      };
    default:
      return {
        ...failed,
        text: texts.failedSetUp,
        steps: [...contactStep(situation, texts), retry],
      };
  }
}

/** The question and what follows it have no slot: the page's own words would stand in their place. */
function deadMessage(situation: Situation, reload: NextStep, texts: Texts): StateMessage {
  const contact = contactStep(situation, texts);
  const newLink: NextStep = { label: texts.newLink, does: 'ask-for-link' };
  switch (situation.renewal) {
    case 'done':
      return {
        title: texts.resetDone,
        text: texts.resetAgainAny,
        steps: [{ label: texts.renew, does: 'use-link' }],
      };
    case 'asking':
    case 'working':
    case 'failed':
      return {
        title: texts.resetTitle,
        text: situation.renewal === 'failed' ? texts.failedBusy : texts.resetStopsAll,
        steps: [
          { label: texts.newLink, does: 'make-link' },
          { label: texts.cancel, does: 'cancel' },
        ],
      };
    default:
      return {
        title: texts.deadTitle,
        slot: 'error',
        ...(situation.canReset
          ? { text: texts.deadReset, steps: [newLink, ...contact] }
          : { text: texts.deadText, steps: [reload, ...contact] }),
      };
  }
}

/** The text for screen readers: the page's own words, if it has put some in the slot. */
export function spokenMessage({ title, text, slot }: StateMessage, host: HTMLElement): string {
  const own = slot && host.querySelector(`:scope > [slot="${slot}"]`)?.textContent.trim();
  return own || `${title}. ${text}`;
}
