<?php
/**
 * The hand-off to another device (docs/interface.md 11.4): a short code that leads the phone that
 * scans it to the consume page. It works once, for ten minutes; one for a mail works three times, for
 * a day. What it stands for is encrypted.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Subscribe;

use PrivatePodcastSubscribe\Log;
use PrivatePodcastSubscribe\PrivatePodcastError;
use PrivatePodcastSubscribe\Sealed;
use PrivatePodcastSubscribe\Settings;

final class Handoff
{
    private const LIFETIME_SECONDS = 600;
    private const MAIL_LIFETIME_SECONDS = 24 * 60 * 60;
    /** The services that check mails for malware open their links too, before the member does. */
    private const MAIL_OPENINGS = 3;
    /** 128 bits: 22 characters, so that the QR code stays small. */
    private const CODE_BYTES = 16;
    /** The code of a mail has another length, so that its openings are known before it is looked up. */
    private const MAIL_PREFIX = 'm';

    /** Names of link previews and crawlers, as in src/publisher/handoff/link-preview.ts. */
    private const PREVIEWERS = '/WhatsApp|Slackbot|Slack-ImgProxy|facebookexternalhit|Facebot|Twitterbot|TelegramBot|Discordbot|LinkedInBot|SkypeUriPreview|Microsoft Teams|MicrosoftPreview|Google(bot|-PageRenderer|Other)|bingbot|BingPreview|Applebot|YandexBot|Viber|Snap URL Preview|Pinterest(bot|\/)|redditbot|Mattermost|Iframely|Embedly|vkShare|Line(Bot|-Poker)|kakaotalk-scrap|Zoom.?Bot|Outlook-SafeLinks|Signal-Desktop-Preview/i';

    public static function isOffered(): bool
    {
        return Settings::text('consume_url') !== '';
    }

    /**
     * @param string $owner who made the code: nobody else learns whether it was opened.
     * @return array{url: string, expiresIn: int} the URL is relative to the endpoint.
     */
    public static function create(string $feedUrl, string $owner, bool $isForMail): array
    {
        $code = rtrim(strtr(base64_encode(random_bytes(self::CODE_BYTES)), '+/', '-_'), '=');
        if ($isForMail) {
            $code = self::MAIL_PREFIX . $code;
        }
        $seconds = $isForMail ? self::MAIL_LIFETIME_SECONDS : self::LIFETIME_SECONDS;
        foreach (self::entriesOf($code) as $entry) {
            Sealed::set($entry, ['feedUrl' => $feedUrl, 'owner' => $owner], $seconds);
        }
        return [
            'url' => '?' . http_build_query(['action' => Routes::ENDPOINT, 'h' => $code], '', '&'),
            'expiresIn' => $seconds,
        ];
    }

    /** One entry for each opening: taking one is a single step, so that no count can go wrong. */
    private static function entriesOf(string $code): array
    {
        if (strlen($code) <= 22) {
            return ["handoff:$code"];
        }
        return array_map(fn (int $opening) => "handoff:$code:$opening", range(1, self::MAIL_OPENINGS));
    }

    private static function take(string $code): ?array
    {
        foreach (self::entriesOf($code) as $entry) {
            $held = Sealed::take($entry);
            if ($held !== null) {
                return $held;
            }
        }
        return null;
    }

    public static function wasOpened(string $code, string $owner): bool
    {
        return self::isCode($code) && (Sealed::get("opened:$code")['owner'] ?? null) === $owner;
    }

    /** Answers a scanned link: redirects to the consume page, or shows a page that says what to do. */
    public static function redeem(string $code, Request $request): Response
    {
        if ($request->method === 'HEAD' || self::isPreview($request)) {
            return MessagePage::response('preview', $request);
        }
        try {
            $page = Settings::baseUrl('consume_url');
        } catch (PrivatePodcastError $error) {
            Log::write($error);
            return MessagePage::response('failed', $request);
        }
        // Anyone may ask, so nothing is counted or kept for a code that does not exist. One that does is
        // used up by as many requests as it has openings.
        $held = self::isCode($code) ? self::take($code) : null;
        if ($held === null) {
            return MessagePage::response('usedCode', $request);
        }
        Sealed::set("opened:$code", ['owner' => $held['owner']], self::LIFETIME_SECONDS);
        [$language] = explode('-', MessagePage::languageOf($request));
        return new Response(303, [
            'Location' => "$page/$language?rss=" . rawurlencode($held['feedUrl']),
            'Referrer-Policy' => 'no-referrer',
        ]);
    }

    private static function isCode(string $code): bool
    {
        return preg_match('/^m?[\w-]{22}$/D', $code) === 1;
    }

    /** Whether a request only looks at the link: a messenger's preview, a browser's prefetch. */
    private static function isPreview(Request $request): bool
    {
        $purpose = implode(' ', array_map([$request, 'header'], ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']));
        return preg_match('/prefetch|prerender|preview/i', $purpose) === 1
            || preg_match(self::PREVIEWERS, $request->header('user-agent') ?? '') === 1;
    }
}
