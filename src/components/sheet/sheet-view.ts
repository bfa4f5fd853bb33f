/** The sheet shows tiles and items, or the way to another device. */
import type { AppIcons } from '../icons/app-icons.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { isMobile } from '../../apps/app-choice.js';
import type { Platform } from '../../apps/platform.js';
import { renderAppControl, renderClose } from '../buttons/panel-controls.js';
import { renderTile } from '../icons/tile.js';
import type { AppButton } from '../buttons/app-buttons.js';
import { renderLost } from '../messages/lost-view.js';
import type { Texts } from '../language/texts/en.js';
import { fill } from '../language/texts.js';
import {
  accountGlyph,
  backGlyph,
  deviceGlyph,
  renderItem,
  renewGlyph,
  swapGlyph,
} from './sheet-item.js';

export interface SheetView {
  texts: Texts;
  /** The further apps of this device, in their order. */
  apps: AppButton[];
  /** The apps of other devices. */
  elsewhere: AppButton[];
  platform: Platform;
  iconOf: AppIcons['iconOf'];
  /** "Overcast has your podcast", if that came to be while the sheet was open. */
  connected: string | undefined;
  /** The member is on the way to another device, with a code once it is asked for. */
  isElsewhere: boolean;
  code: unknown;
  /** Whether the network has lost what the code needs. */
  isLost: boolean;
  /** The item that copies the link. */
  link: TemplateResult;
  canReset: boolean;
  /** The streaming-music app, if the show is there. */
  streaming: AppButton | undefined;
  /** Where the member connects their account of that app. */
  streamingLink: string | undefined;
  isRemembered: boolean;
  /** The button that forgets what was heard, where something was, and the words in its place afterwards. */
  forgetting: { label?: string | undefined; done?: string | undefined };
  onSelect: (button: AppButton) => void;
  onElsewhere: () => void;
  onBack: () => void;
  /** The member wants a code for an app of another device. */
  onCode: (button: AppButton) => void;
  onReset: () => void;
  onForget: () => void;
  onForgetListening: () => void;
  onRetry: () => void;
  onClose: () => void;
}

export function renderSheet(view: SheetView): TemplateResult {
  const { texts, isElsewhere, connected, onBack, onClose } = view;
  return html`<div class="dialog-body">
    <div class="sheet-head">
      ${
        isElsewhere
          ? html`<button
              type="button"
              part="sheet-back"
              class="icon-button back"
              aria-label=${texts.back}
              @click=${onBack}
            >
              ${backGlyph}
            </button>`
          : nothing
      }
      <h3 id="sheet-title" tabindex="-1">
        ${isElsewhere ? texts.anotherDevice : texts.sheetTitle}
      </h3>
      ${renderClose('close', texts.close, onClose)}
    </div>
    ${connected ? html`<p class="news">✓ ${connected}</p>` : nothing}
    ${isElsewhere ? renderElsewhere(view) : renderList(view)}
    <div class="status" aria-live="polite" aria-atomic="true"></div>
  </div>`;
}

/** What a member comes for stands first; the apps, which the page shows the best known of, last. */
function renderList(view: SheetView): TemplateResult {
  const { apps, platform, texts, streaming, streamingLink, canReset, isRemembered } = view;
  const { label, done } = view.forgetting;
  return html`
    <ul class="items">
      <li>
        ${renderItem({
          part: 'phone',
          glyph: deviceGlyph,
          title: texts.anotherDevice,
          text: texts.anotherDeviceText,
          onPress: view.onElsewhere,
        })}
      </li>
      ${view.link}
      ${
        canReset
          ? html`<li>
              ${renderItem({
                part: 'reset',
                glyph: renewGlyph,
                title: texts.newLink,
                text: texts.newLinkText,
                onPress: view.onReset,
              })}
            </li>`
          : nothing
      }
      ${
        streaming && streamingLink
          ? html`<li>
              ${renderItem({
                part: 'streaming-link',
                glyph: accountGlyph,
                title: fill(texts.linkAccount, { app: streaming.app.name }),
                text: fill(texts.streamingText, { app: streaming.app.name }),
                href: streamingLink,
              })}
            </li>`
          : nothing
      }
      ${
        isRemembered
          ? html`<li>
              ${renderItem({
                part: 'forget',
                glyph: swapGlyph,
                title: texts.forgetApp,
                onPress: view.onForget,
              })}
            </li>`
          : nothing
      }
    </ul>
    ${renderTiles(
      apps,
      texts.openIn,
      isMobile(platform) ? texts.otherApps : texts.appsOfThisComputer,
      view.onSelect,
      view,
    )}
    ${
      label && !done
        ? html`<button
            type="button"
            part="forget-listening"
            class="quiet small"
            @click=${view.onForgetListening}
          >
            ${label}
          </button>`
        : done
          ? html`<p class="forgotten muted small" tabindex="-1">${done}</p>`
          : nothing
    }
  `;
}

function renderElsewhere(view: SheetView): TemplateResult {
  const { elsewhere, texts, platform, code, isLost } = view;
  const waiting = () =>
    isLost ? renderLost(texts, view.onRetry) : html`<div class="code-space"></div>`;
  return html`<div part="phone-card" class="panel phone-card">${code ?? waiting()}</div>
    ${renderTiles(
      elsewhere,
      isMobile(platform) ? texts.onOtherDevice : texts.onPhone,
      texts.otherDevices,
      view.onCode,
      view,
    )}`;
}

/** @param label of each, for ears: `{app}` is its name. */
function renderTiles(
  buttons: AppButton[],
  label: string,
  heading: string,
  onPress: (button: AppButton) => void,
  { iconOf }: SheetView,
): TemplateResult | typeof nothing {
  if (buttons.length === 0) return nothing;
  return html`<h4>${heading}</h4>
    <ul part="apps" class="apps">
      ${buttons.map((button) => {
        const { app } = button;
        const control = renderAppControl(button, {
          part: 'app',
          look: 'app',
          name: fill(label, { app: app.name }),
          content: html`${renderTile(iconOf(app))} <span dir="auto">${app.name}</span>`,
          onSelect: () => onPress(button),
        });
        return html`<li>${control}</li>`;
      })}
    </ul>`;
}
