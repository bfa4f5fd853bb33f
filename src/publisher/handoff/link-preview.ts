/**
 * Requests that nobody made by opening a link: previews of messengers, prefetches of browsers,
 * crawlers. They must not use up a link that works once.
 */

/** Names of link previews and crawlers in `User-Agent`. Some send a browser's name too. */
const PREVIEWERS =
  /WhatsApp|Slackbot|Slack-ImgProxy|facebookexternalhit|Facebot|Twitterbot|TelegramBot|Discordbot|LinkedInBot|SkypeUriPreview|Microsoft Teams|MicrosoftPreview|Google(bot|-PageRenderer|Other)|bingbot|BingPreview|Applebot|YandexBot|Viber|Snap URL Preview|Pinterest(bot|\/)|redditbot|Mattermost|Iframely|Embedly|vkShare|Line(Bot|-Poker)|kakaotalk-scrap|Zoom.?Bot|Outlook-SafeLinks|Signal-Desktop-Preview/i;

/**
 * Whether a request only looks at a link.
 * @param headers of a GET request; a HEAD request always only looks.
 */
export function isPreview(headers: Headers): boolean {
  // Fetch Metadata and its predecessors: a browser that fetches ahead of the member says so.
  const purpose = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']
    .map((name) => headers.get(name) ?? '')
    .join(' ');
  return (
    /prefetch|prerender|preview/i.test(purpose) || PREVIEWERS.test(headers.get('user-agent') ?? '')
  );
}
