<?php
/**
 * Gives a page of this site a subscribe token for the user who is logged in. The page itself holds
 * none, because a page cache may show it to others.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Subscribe;

// phpcs:disable WordPress.Security.EscapeOutput.ExceptionNotEscaped -- Messages go to the log and through esc_html(), never straight into a page.

use PrivatePodcastSubscribe\Ids;
use PrivatePodcastSubscribe\Log;
use PrivatePodcastSubscribe\PrivatePodcastError;
use PrivatePodcastSubscribe\Page\Element;
use PrivatePodcastSubscribe\Settings;

final class TokenEndpoint
{
    private const HEADERS = ['Vary' => 'Origin, Cookie'];

    /** POST only, which no cache answers; from pages of this site only. */
    public static function answer(Request $request): Response
    {
        if ($request->method !== 'POST') {
            return Problem::response('bad-input', self::HEADERS + ['Allow' => 'POST'], 'Use POST.');
        }
        $origin = $request->header('origin');
        if (!self::isOwnPage($request, $origin)) {
            return Problem::response('forbidden', self::HEADERS);
        }
        $user = wp_get_current_user();
        if (!$user->exists()) {
            // No 401: visitors are no failure, and browsers would write one to the console.
            return Response::json(['token' => null], self::HEADERS);
        }
        $sku = (string) $request->query('sku');
        if (!in_array($sku, Settings::items('products'), true)) {
            self::logUnlisted($sku);
            return Problem::response('not-found', self::HEADERS, 'This podcast is not in the settings. Add its product ID under Settings → Private Podcast.');
        }
        try {
            if (!Ids::isEmail($user->user_email)) {
                throw new PrivatePodcastError('config', 'A user without an e-mail address asked for a podcast.');
            }
            $bound = $request->isSameOrigin() && Ids::isOrigin($origin) ? $origin : null;
            // Users without access get a token too, which is answered with "no access": so the page shows the offer.
            $token = SubscribeToken::mint($user, $sku, $bound, Members::mayListen($user, $sku));
            return Response::json(['token' => $token, 'script' => Element::scriptUrl()], self::HEADERS);
        } catch (\Throwable $thrown) {
            Log::write(Log::loggable($thrown));
            return Problem::response('config', self::HEADERS);
        }
    }

    /** One line a minute, whichever podcasts are asked for: any member can ask for any text. */
    private static function logUnlisted(string $sku): void
    {
        $name = preg_match('/^[\w-]{1,40}:[\w.-]{1,80}$/D', $sku) === 1 ? " ($sku)" : '';
        Log::write(new PrivatePodcastError(
            'not-found',
            "A page shows a podcast that is not in the settings$name. Add its product ID under Settings → Private Podcast, or correct it on the page."
        ), 'unlisted podcast');
    }

    /** Browsers send `Origin` with every POST, and `Sec-Fetch-Site` unless the site is on plain http. */
    private static function isOwnPage(Request $request, ?string $origin): bool
    {
        return $request->header('sec-fetch-site') === null
            ? $origin !== null && $request->isOwnHost($origin)
            : $request->isSameOrigin();
    }
}
