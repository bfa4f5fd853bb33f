/** The element's first view, from the element's own views: the frame, the app buttons, the link to copy. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Subscription } from '../api/subscription.js';
import { detectPlatform, type Platform } from '../apps/platform.js';
import { detectInAppBrowser } from '../apps/in-app-browser.js';
import { renderInAppNotice } from '../components/taps/in-app-notice.js';
import {
  appButtons,
  type AppButtons,
  type AppButtonsInput,
} from '../components/buttons/app-buttons.js';
import { streamingButton } from '../components/buttons/streaming-button.js';
import { hasListen, renderAppButtons } from '../components/buttons/app-buttons-view.js';
import { renderConnected } from '../components/connected-apps/status-line.js';
import { renderEpisodesSpace } from '../components/episodes/episodes-space.js';
import { elementView } from '../components/element/element-view.js';
import { renderFrame, renderIntro } from '../components/view/frame-view.js';
import { appIcon } from '../components/icons/app-icons.js';
import { loadIcon } from '../components/icons/load-icon.js';
import type { AppIcon } from '../components/icons/tile.js';
import type { Texts } from '../components/language/texts/en.js';
import { languageOf } from '../languages/languages.js';
import { directionOf } from '../languages/locale.js';
import { isSecureUrl } from '../urls/web-url.js';
import { urlOfAttribute } from './attributes.js';

export interface FirstView {
  subscription: Subscription;
  attributes: ReadonlyMap<string, string>;
  /** `User-Agent` of the request. */
  userAgent: string;
  /** BCP 47 tag. */
  locale: string;
  texts: Texts;
}

/** Base URL of the consume page, if a secret may be sent there. */
export function consumePageOf({ subscription, attributes }: FirstView): string | undefined {
  const url = urlOfAttribute(attributes, 'consume-url') ?? subscription.consumeUrl;
  return url && isSecureUrl(url) ? url : undefined;
}

/** The device, and the wishes of the page, as far as a server knows them. */
export function buttonsInput(view: FirstView, platform: Platform): AppButtonsInput {
  const { subscription, attributes, locale } = view;
  return {
    feedUrl: subscription.feedUrl,
    consumeUrl: consumePageOf(view),
    language: languageOf(locale),
    links: attributes.get('links'),
    apps: attributes.get('apps') ?? '',
    preferred: attributes.get('preferred-app'),
    oneApp: attributes.get('one-app'),
    connected: subscription.connections,
    platform,
  };
}

export async function renderFirstView(firstView: FirstView): Promise<TemplateResult> {
  const { subscription, attributes, userAgent, locale, texts } = firstView;
  const dir = attributes.get('dir');
  const [device] = devicesOf(userAgent);
  const { layout } = appButtons(buttonsInput(firstView, device.platform));
  const shown = layout === 'one' ? nothing : renderEpisodesSpace(attributes.get('episodes'), texts);
  const view = elementView(
    { state: 'ready', subscription, rendered: subscription },
    {},
    [attributes.get('podcast-title') ?? '', urlOfAttribute(attributes, 'podcast-image')],
    { texts },
  );
  return renderFrame({
    locale,
    dir: dir === 'rtl' || dir === 'ltr' ? dir : directionOf(locale),
    isBusy: false,
    cover: view.cover,
    intro: renderIntro({
      ...view,
      texts,
      status: renderConnected(subscription.connections ?? [], texts, locale),
    }),
    actions: html`${renderNotice(userAgent, texts)} ${await renderForDevices(firstView)}`,
    episodes: shown,
  });
}

/** A device that the member may have, and the class of what CSS shows on it alone. */
export interface Device {
  platform: Platform;
  only?: string;
}

/** The devices that a request may come from: an iPad calls itself a Mac. */
export function devicesOf(userAgent: string): [Device, ...Device[]] {
  const platform = detectPlatform({ userAgent });
  return platform === 'macos'
    ? [
        { platform, only: 'for-mouse' },
        { platform: 'ios', only: 'for-touch' },
      ]
    : [{ platform }];
}

async function renderForDevices(view: FirstView): Promise<TemplateResult[]> {
  return Promise.all(
    devicesOf(view.userAgent).map(async ({ platform, only }) => {
      const buttons = appButtons(buttonsInput(view, platform));
      const shown = html`${await renderButtons(view, buttons)}
      ${renderWithoutScript(view, buttons, platform)}`;
      return only ? html`<div class=${only}>${shown}</div>` : shown;
    }),
  );
}

/** The app buttons, with the marks of the apps that are seen at once. */
export async function renderButtons(
  { attributes, texts }: FirstView,
  buttons: AppButtons,
): Promise<TemplateResult> {
  const icons = await iconsOf(buttons);
  return renderAppButtons({
    buttons,
    texts,
    isWaiting: false,
    iconOf: (app) => icons.get(app.id),
    below: () => nothing,
    phoneCard: undefined,
    isAsking: false,
    listen: hasListen(
      { player: attributes.get('player'), episodes: attributes.get('episodes') },
      buttons,
    )
      ? {}
      : undefined,
    onSelect: never,
    onListen: never,
    onMore: never,
    onCode: never,
    onStarter: never,
  });
}

/** Without a script nothing is called: see `wait-for-script.ts`. */
const never = () => undefined;

/** The notice in another app's browser. Only the script knows this page's address. */
function renderNotice(userAgent: string, texts: Texts): TemplateResult | typeof nothing {
  const browser = detectInAppBrowser(userAgent);
  if (!browser) return nothing;
  const isAndroid = detectPlatform({ userAgent }) === 'android';
  return renderInAppNotice({
    browser,
    intent: undefined,
    copyLabel: isAndroid ? texts.openInBrowser : texts.copyPage,
    texts,
    onCopy: never,
  });
}

/** A browser that runs no scripts gets the content of the sheet here: the further apps, and the link to copy. */
function renderWithoutScript(
  { subscription, attributes, texts }: FirstView,
  { more }: AppButtons,
  platform: Platform,
): TemplateResult {
  const id = `pps-link-${platform}`;
  const streaming = streamingButton({
    feedUrl: subscription.feedUrl,
    streamingUrl: urlOfAttribute(attributes, 'streaming-url') ?? subscription.streamingUrl,
    spotifyId: undefined,
    platform,
  });
  const apps = [...more, ...(streaming ? [streaming] : [])].filter(({ href }) => href);
  return html`<div class="without-script">
    <ul class="row">
      ${apps.map(
        ({ app, href }) =>
          html`<li>
            <a part="app" class="button" data-app=${app.id} href=${href} rel="noreferrer"
              >${app.name}</a
            >
          </li>`,
      )}
    </ul>
    <label class="small" for=${id}>${texts.linkLabel}</label>
    <input
      id=${id}
      part="link"
      class="link-field"
      readonly
      dir="ltr"
      value=${subscription.feedUrl}
    />
    <p class="muted small">${texts.keepSecret}</p>
  </div>`;
}

/** The icons on the tiles that are seen at once, by app id. */
async function iconsOf({ primary, tiles }: AppButtons): Promise<Map<string, AppIcon>> {
  const apps = [...(primary ? [primary] : []), ...tiles].map(({ app }) => app);
  return new Map(
    await Promise.all(
      apps.map(async (app) => [app.id, appIcon(app, await loadIcon(app.id))] as const),
    ),
  );
}
