<?php
/**
 * Limits per minute. No member reaches them: they stop a page or a script that asks without end.
 * Two requests in the same moment may count as one.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Subscribe;

use PrivatePodcastSubscribe\PrivatePodcastError;

final class RateLimit
{
    private const WINDOW_SECONDS = 60;

    /**
     * Counts a request.
     * @param string $name whose request it is; the database gets a hash of it.
     * @throws PrivatePodcastError `rate-limited`, with the time until the minute is over.
     */
    public static function count(string $kind, string $name, int $most): void
    {
        $now = time();
        $window = intdiv($now, self::WINDOW_SECONDS);
        $transient = 'pps_limit_' . substr(hash_hmac('sha256', "$kind:$name", wp_salt('nonce')), 0, 40);
        $kept = get_transient($transient);
        $count = is_array($kept) && $kept['window'] === $window ? $kept['count'] + 1 : 1;
        if ($count > $most) {
            $retryAfter = ($window + 1) * self::WINDOW_SECONDS - $now;
            throw new PrivatePodcastError('rate-limited', 'Too many requests from this member or for this code.', 429, $retryAfter);
        }
        set_transient($transient, compact('window', 'count'), 2 * self::WINDOW_SECONDS);
    }
}
