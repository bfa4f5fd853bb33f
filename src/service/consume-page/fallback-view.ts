/**
 * The consume page before its scripts run, and where they never do: whose podcast it is, links for
 * the apps of this device, and the feed link to copy. The element takes its place.
 */
import { appLink, appsFor } from '../../apps/app-link.js';
import { detectPlatform } from '../../apps/platform.js';
import { escapeHtml } from '../../pages/page.js';
import type { ConsumeTexts } from './consume-texts.js';

export interface FallbackView {
  feedUrl: string;
  /** The podcast, if it is one of this service. */
  podcast: { title: string; author?: string | undefined; image?: string | undefined } | undefined;
  /** `User-Agent` of the request. */
  userAgent: string;
  texts: ConsumeTexts;
}

export function renderFallbackView({ feedUrl, podcast, userAgent, texts }: FallbackView): string {
  const image = podcast?.image
    ? `<img src="${escapeHtml(podcast.image)}" alt="" referrerpolicy="no-referrer">`
    : '';
  const author = podcast?.author
    ? `<p class="quiet" dir="auto">${escapeHtml(podcast.author)}</p>`
    : '';
  return `<div class="show">
<div class="cover">${image}</div>
<div><h1 dir="auto">${escapeHtml(podcast?.title || texts.title)}</h1>
${author}</div>
</div>
${renderApps(feedUrl, userAgent, texts)}
<p>${escapeHtml(texts.copyUrl)}</p>
<output dir="ltr">${escapeHtml(feedUrl)}</output>`;
}

function renderApps(feedUrl: string, userAgent: string, texts: ConsumeTexts): string {
  const platform = detectPlatform({ userAgent });
  const links = appsFor(platform).flatMap((app) => {
    const link = appLink(app, feedUrl, platform);
    if (!link) return [];
    const label = texts.openIn.replace('{app}', app.name);
    return `<li><a href="${escapeHtml(link)}" rel="noreferrer">${escapeHtml(label)}</a></li>`;
  });
  return links.length > 0 ? `<ul class="apps">\n${links.join('\n')}\n</ul>` : '';
}
