/**
 * The tag of our styles. Lit's own takes values, and has sentences about wrong ones: ours have none, and each member
 * would load both.
 */
import { unsafeCSS, type CSSResult } from 'lit';

export const css = ([text]: TemplateStringsArray): CSSResult => unsafeCSS(text);
