/** A button that copies, says itself that it did, and where the browser refuses shows what to copy by hand. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { isMobile } from '../../apps/app-choice.js';
import type { Platform } from '../../apps/platform.js';
import type { Texts } from '../language/texts/en.js';

/** How long the button says that it copied. */
const COPIED_MS = 4000;

export class Copying {
  #outcome: 'copied' | 'refused' | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onChange called whenever the button has something else to say */
  constructor(private readonly onChange: () => void) {}

  /** @returns whether the browser allowed it */
  async copy(text: string): Promise<boolean> {
    const isCopied = await copyText(text);
    this.#outcome = isCopied ? 'copied' : 'refused';
    clearTimeout(this.#timer);
    if (isCopied) this.#timer = setTimeout(this.reset, COPIED_MS);
    this.onChange();
    return isCopied;
  }

  readonly reset = (): void => {
    clearTimeout(this.#timer);
    this.#outcome = undefined;
    this.onChange();
  };

  /** The button's label, or that it copied. */
  label(label: string, copied: string): string {
    return this.#outcome === 'copied' ? `✓ ${copied}` : label;
  }

  /** After a refusal, the text in a field of its own, and how to copy it by hand. */
  renderField(text: string, label: string, hint: string): unknown {
    return this.#outcome === 'refused' ? renderField(text, label, hint) : nothing;
  }
}

function renderField(text: string, label: string, hint: string): TemplateResult {
  return html`<p>${hint}</p>
    <input part="link" class="link-field" readonly dir="ltr" aria-label=${label} .value=${text} />`;
}

/** How to copy a selected link by hand on a device. */
export const copyByHand = (platform: Platform, texts: Texts): string =>
  isMobile(platform) ? texts.linkSelected : texts.linkSelectedKeys;

/** Selects the field that appeared: without focus, the keyboard's copy command would not take its text. */
export function selectField(root: ParentNode): void {
  const field = root.querySelector<HTMLInputElement>('.link-field');
  field?.focus();
  field?.select();
}

/**
 * Copies a text to the clipboard.
 * @returns `false` if the browser refuses: no focus, no permission, or no https.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
