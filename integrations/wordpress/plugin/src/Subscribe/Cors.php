<?php
/** Cross-origin rules: which pages may call the handler (Fetch standard, CORS protocol). */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Subscribe;

// phpcs:disable WordPress.Security.EscapeOutput.ExceptionNotEscaped -- Messages go to the log and through esc_html(), never straight into a page.

use PrivatePodcastSubscribe\Ids;
use PrivatePodcastSubscribe\PrivatePodcastError;
use PrivatePodcastSubscribe\Settings;

final class Cors
{
    public const ALLOWED_METHODS = 'GET, POST, OPTIONS';

    /** Whether the page that sent the request may ask. Pages of this site always may. */
    public static function mayAsk(Request $request): bool
    {
        $origin = $request->header('origin');
        if ($origin === null || $request->isSameOrigin()) {
            return true;
        }
        // Over plain http, browsers do not say whether a request is of the same origin.
        $isOwn = $request->header('sec-fetch-site') === null && $request->isOwnHost($origin);
        return $isOwn || in_array($origin, array_filter(Settings::items('allowed_origins'), [Ids::class, 'isOrigin']), true);
    }

    /**
     * Headers that let an allowed page read the answer. Another page gets only `Vary`.
     * @return array<string, string>
     */
    public static function headers(Request $request): array
    {
        $origin = $request->header('origin');
        return ['Vary' => 'Origin'] + ($origin === null || !self::mayAsk($request) ? [] : [
            'Access-Control-Allow-Origin' => $origin,
            'Access-Control-Expose-Headers' => 'Retry-After',
        ]);
    }

    public static function preflight(Request $request): Response
    {
        return new Response(204, self::headers($request) + [
            'Allow' => self::ALLOWED_METHODS,
            'Access-Control-Allow-Methods' => 'GET, POST',
            'Access-Control-Allow-Headers' => 'authorization',
            'Access-Control-Max-Age' => '600',
        ]);
    }

    /**
     * Checks that a token that is bound to an origin comes from a page of that origin. A page of this
     * site sends no `Origin` with a GET; `Sec-Fetch-Site` says then where it comes from.
     * @throws PrivatePodcastError `token-invalid`
     */
    public static function requireOrigin(?string $bound, Request $request): void
    {
        $sent = $request->header('origin');
        $isRight = $bound === null || ($sent === null
            ? $request->isSameOrigin() && $request->isOwnHost($bound)
            : $sent === $bound);
        if (!$isRight) {
            throw new PrivatePodcastError('token-invalid', 'The subscribe token is bound to another origin than the one that the request comes from. If a proxy changes the host, set WP_HOME in wp-config.php to the URL that members see.');
        }
    }
}
