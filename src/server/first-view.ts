/** The element's first view, from the element's own views: the frame, the app buttons, the link to copy. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Subscription } from '../api/subscription.js';
import type { App } from '../apps/app-table.js';
import { detectPlatform } from '../apps/platform.js';
import { renderInAppNotice } from '../components/actions/in-app-notice.js';
import { renderLink } from '../components/actions/link-view.js';
import { renderReset } from '../components/connections/reset-view.js';
import { appButtons, type AppButtons } from '../components/first-load/view/app-buttons.js';
import { renderAppButtons } from '../components/first-load/view/app-buttons-view.js';
import { renderEpisodesSpace } from '../components/first-load/view/episodes-space.js';
import { renderFrame } from '../components/first-load/view/frame-view.js';
import { renderAppIcon } from '../components/icons/app-icons.js';
import { copyGlyph } from '../components/icons/glyphs.js';
import { loadIcon } from '../components/icons/load-icon.js';
import { renderIntro } from '../components/first-load/view/intro-view.js';
import type { Texts } from '../components/texts/en.js';
import { directionOf, languageOf } from '../languages/languages.js';
import { isSecureUrl } from '../urls/web-url.js';
import { urlAttribute } from './attributes.js';

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
  const url = urlAttribute(attributes, 'consume-url') ?? subscription.consumeUrl;
  return url && isSecureUrl(url) ? url : undefined;
}

export async function renderFirstView(view: FirstView): Promise<TemplateResult> {
  const { subscription, attributes, userAgent, locale, texts } = view;
  const dir = attributes.get('dir');
  const count = Number(attributes.get('episodes') ?? 5);
  const buttons = appButtons({
    feedUrl: subscription.feedUrl,
    consumeUrl: consumePageOf(view),
    language: languageOf(locale),
    links: attributes.get('links'),
    apps: attributes.get('apps') ?? '',
    preferred: attributes.get('preferred-app'),
    oneApp: attributes.get('one-app'),
    streamingUrl: urlAttribute(attributes, 'streaming-url') ?? subscription.streamingUrl,
    platform: detectPlatform({ userAgent }),
  });
  const icons = await iconsOf(buttons);
  return renderFrame({
    locale,
    dir: dir === 'rtl' || dir === 'ltr' ? dir : directionOf(locale),
    isBusy: false,
    cover: urlAttribute(attributes, 'podcast-image'),
    intro: renderIntro(
      subscription.title || attributes.get('podcast-title'),
      undefined,
      true,
      texts,
    ),
    actions: html`${renderInAppNotice(userAgent, {}, texts)}
    ${renderAppButtons({
      buttons,
      texts,
      isWaiting: false,
      iconOf: (app) => icons.get(app.id) ?? renderAppIcon(app, undefined),
      below: (appId) => (appId ? nothing : renderBelowTools(view)),
      hasFolded: true,
      copyTool: renderCopyTool(texts),
      copied: undefined,
      isRemembered: false,
      onSelect: never,
      onCopy: never,
      onPhone: never,
      onForget: never,
    })}`,
    episodes: count > 0 ? renderEpisodesSpace(count, texts) : nothing,
  });
}

/** Without a script nothing is called: see `wait-for-script.ts`. */
const never = () => undefined;

/** Opens the link field below, without a script. */
function renderCopyTool(texts: Texts): TemplateResult {
  return html`<details class="copy">
    <summary part="copy" class="quiet">${copyGlyph} <span>${texts.copyLink}</span></summary>
  </details>`;
}

/** The link field and the reset panel, in the place where the element has them. */
function renderBelowTools({ subscription, texts, locale }: FirstView): TemplateResult {
  const { feedUrl, canReset } = subscription;
  return html`<div class="copied">
      ${renderLink({ feedUrl, outcome: undefined, isShown: true, texts, onToggle: never })}
    </div>
    ${
      canReset
        ? renderReset({ step: 'closed', apps: [], texts, locale, onStep: never, onConfirm: never })
        : nothing
    }`;
}

/**
 * The icons of the apps that are seen at once, by app id. Those in the folded lists would be a third of
 * the HTML: the letters of their names stand for them until the element takes over.
 */
async function iconsOf({
  primary,
  starter,
  quiet,
}: AppButtons): Promise<Map<string, TemplateResult>> {
  const apps = [primary, starter, ...quiet].flatMap((button): App[] =>
    button ? [button.app] : [],
  );
  return new Map(
    await Promise.all(
      apps.map(async (app) => [app.id, renderAppIcon(app, await loadIcon(app.id))] as const),
    ),
  );
}
