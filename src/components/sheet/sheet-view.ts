/** The sheet shows tiles and items, or the way to another device. */
import type { AppIcons } from '../icons/app-icons.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { isMobile } from '../../apps/app-choice.js';
import type { Platform } from '../../apps/platform.js';
import { renderAppControl, renderClose } from '../buttons/panel-controls.js';
import { renderTile } from '../icons/tile.js';
import type { AppButton, AppButtons } from '../buttons/app-buttons.js';
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
  buttons: AppButtons;
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
  onSelect: (button: AppButton) => void;
  onElsewhere: () => void;
  onBack: () => void;
  /** The member wants a code for an app of another device. */
  onCode: (button: AppButton) => void;
  onReset: () => void;
  onForget: () => void;
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
              part="back"
              class="icon-button back"
              aria-label=${texts.back}
              @click=${onBack}
            >
              ${backGlyph}
            </button>`
          : nothing
      }
      <h3 id="sheet-title" tabindex="-1">
        ${isElsewhere ? elsewhereTitle(view) : texts.sheetTitle}
      </h3>
      ${renderClose('close', texts.close, onClose)}
    </div>
    ${connected ? html`<p class="news">✓ ${connected}</p>` : nothing}
    ${isElsewhere ? renderElsewhere(view) : renderList(view)}
    <div class="status" aria-live="polite" aria-atomic="true"></div>
  </div>`;
}

/** On a computer the page itself has a code: here are the apps that it has none for. */
const elsewhereTitle = ({ texts, platform }: SheetView): string =>
  isMobile(platform) ? texts.anotherDevice : texts.otherDevices;

function renderList(view: SheetView): TemplateResult {
  const { buttons, texts, streaming, streamingLink, canReset, isRemembered } = view;
  const tiles = [...buttons.more, ...(streaming ? [streaming] : [])];
  return html`
    ${renderTiles(tiles, texts.openIn, undefined, view.onSelect, view)}
    <ul class="items">
      <li>
        ${renderItem({
          part: 'phone',
          glyph: deviceGlyph,
          title: elsewhereTitle(view),
          text: texts.anotherDeviceText,
          onPress: view.onElsewhere,
        })}
      </li>
      ${view.link}
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
    </ul>
  `;
}

function renderElsewhere(view: SheetView): TemplateResult {
  const { buttons, texts, platform, code, isLost } = view;
  const isPhone = isMobile(platform);
  const waiting = () =>
    isLost ? renderLost(texts, view.onRetry) : html`<div class="code-space"></div>`;
  return html`${
    code || isPhone || isLost
      ? html`<div part="phone-card" class="panel phone-card">${code ?? waiting()}</div>`
      : nothing
  }
  ${renderTiles(
    buttons.elsewhere,
    isPhone ? texts.onOtherDevice : texts.onPhone,
    isPhone ? texts.otherDevices : undefined,
    view.onCode,
    view,
  )}`;
}

/** @param label of each, for ears: `{app}` is its name. */
function renderTiles(
  buttons: AppButton[],
  label: string,
  heading: string | undefined,
  onPress: (button: AppButton) => void,
  { iconOf }: SheetView,
): TemplateResult | typeof nothing {
  if (buttons.length === 0) return nothing;
  return html`${heading ? html`<h4>${heading}</h4>` : nothing}
    <ul part="apps" class="apps">
      ${buttons.map((button) => {
        const { app } = button;
        const control = renderAppControl(button, {
          part: 'app',
          look: 'app',
          name: fill(label, { app: app.name }),
          content: html`${renderTile(iconOf(app))} <span>${app.name}</span>`,
          onSelect: () => onPress(button),
        });
        return html`<li>${control}</li>`;
      })}
    </ul>`;
}
