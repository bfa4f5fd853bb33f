<?php
/** How many seconds a server asks to wait, in any of the ways that servers say it (docs/interface.md 7). */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Service;

final class RetryAfter
{
    /** Above this, a delay is a time in seconds since 1970, and not 30 years. */
    private const MAX_DELAY_SECONDS = 1e9;
    /** Above this, a time since 1970 is in milliseconds, and not in the year 5138. */
    private const MAX_TIME_SECONDS = 1e11;
    /** If a 429 does not say how long. */
    private const DEFAULT_SECONDS = 10;

    public static function of(Answer $answer): ?int
    {
        $isLimit = $answer->status === 429;
        return self::delay($answer->header('retry-after'))
            ?? self::delay($answer->field('error', 'retry_after'))
            ?? self::delay($answer->field('retry_after'))
            ?? ($isLimit ? self::delay($answer->header('x-ratelimit-reset')) ?? self::DEFAULT_SECONDS : null);
    }

    /** A number of seconds, a time since 1970 in seconds or milliseconds, or a date (RFC 9110 §5.6.7). */
    private static function delay(mixed $value): ?int
    {
        $text = is_scalar($value) ? trim((string) $value) : '';
        if (preg_match('/^[a-z]/i', $text)) {
            $time = strtotime($text);
            return $time === false ? null : max(0, $time - time());
        }
        if (!preg_match('/^\d+(?:\.\d+)?$/', $text)) {
            return null;
        }
        $number = (float) $text;
        if ($number <= self::MAX_DELAY_SECONDS) {
            return (int) ceil($number);
        }
        $seconds = $number > self::MAX_TIME_SECONDS ? $number / 1000 : $number;
        return (int) max(0, ceil($seconds - microtime(true)));
    }
}
