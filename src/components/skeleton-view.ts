/** Keeps the space of the app buttons while they are on their way. */
import { html, type TemplateResult } from 'lit';

export function renderSkeleton(): TemplateResult {
  return html`
    <div class="skeleton primary"></div>
    <div class="apps">
      <div class="skeleton button"></div>
      <div class="skeleton button"></div>
      <div class="skeleton button"></div>
      <div class="skeleton button"></div>
    </div>
    <div class="tools">
      <div class="skeleton quiet"></div>
      <div class="skeleton quiet"></div>
      <div class="skeleton quiet"></div>
      <div class="skeleton quiet"></div>
    </div>
  `;
}
