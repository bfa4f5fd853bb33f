/** What stands where there are no app buttons: waiting, no access, expired, failed. */
import { html, type TemplateResult } from 'lit';
import type { ErrorCode } from '../podcast/private-podcast-error.js';
import type { FirstTexts } from './texts/en-first.js';

/** The space that title and buttons will take, so that nothing moves when they come. */
export function renderSkeleton(): TemplateResult {
  return html`
    <div class="skeleton primary"></div>
    <div class="apps">
      <div class="skeleton button"></div>
      <div class="skeleton button"></div>
      <div class="skeleton button"></div>
      <div class="skeleton button"></div>
    </div>
  `;
}

export function renderNoAccess(texts: FirstTexts): TemplateResult {
  return html`
    <slot name="no-access">
      <div part="notice" class="notice">
        <h3>${texts.noAccessTitle}</h3>
        <p class="muted">${texts.noAccessText}</p>
      </div>
    </slot>
  `;
}

export function renderExpired(texts: FirstTexts, onRenew: () => unknown): TemplateResult {
  return html`
    <div part="notice" class="notice">
      <h3>${texts.expiredTitle}</h3>
      <p class="muted">${texts.expiredText}</p>
      <button type="button" part="retry" class="button" @click=${onRenew}>${texts.renew}</button>
    </div>
  `;
}

export function renderFailed(
  texts: FirstTexts,
  code: ErrorCode,
  onRetry: () => unknown,
): TemplateResult {
  return html`
    <slot name="error">
      <div part="notice" class="notice">
        <h3>${texts.failedTitle}</h3>
        <p class="muted">${failureText(texts, code)}</p>
      </div>
    </slot>
    <div>
      <button type="button" part="retry" class="button" @click=${onRetry}>${texts.retry}</button>
    </div>
  `;
}

/** What the member can do about a failure. */
export function failureText(texts: FirstTexts, code: ErrorCode): string {
  switch (code) {
    case 'network':
      return texts.failedOffline;
    case 'timeout':
    case 'unavailable':
    case 'rate-limited':
    case 'aborted':
      return texts.failedBusy;
    case 'token-expired':
    case 'token-invalid':
    case 'unauthorized':
    case 'forbidden':
      return texts.failedSignIn;
    default:
      return texts.failedSetUp;
  }
}
