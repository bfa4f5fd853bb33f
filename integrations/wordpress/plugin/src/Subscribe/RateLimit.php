<?php
/**
 * Limits per minute. No member reaches them: they stop a page or a script that asks without end.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Subscribe;

// phpcs:disable WordPress.Security.EscapeOutput.ExceptionNotEscaped -- Messages go to the log and through esc_html(), never straight into a page.

use PrivatePodcastSubscribe\Kept;
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
        $until = (intdiv($now, self::WINDOW_SECONDS) + 1) * self::WINDOW_SECONDS;
        if (Kept::count("limit:$kind:$name", $until) > $most) {
            throw new PrivatePodcastError('rate-limited', 'Too many requests from this member.', 429, $until - $now);
        }
    }
}
