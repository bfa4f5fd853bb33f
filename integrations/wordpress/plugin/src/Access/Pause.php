<?php
/**
 * The wait of the whole queue after the feed service could not be asked: one call finds out whether it
 * is back, whatever the number of rows.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Access;

use PrivatePodcastSubscribe\PrivatePodcastError;

final class Pause
{
    public const OPTION = 'private_podcast_subscribe_pause';

    /** In seconds. Never more than a minute: a member who has paid waits no longer once the service is back. */
    private const WAITS = [5, 10, 20, 40, 60];

    /** @return ?array{until: int, tries: int, code: string, message: string} null if there is none. */
    public static function current(): ?array
    {
        $pause = get_option(self::OPTION);
        return is_array($pause) && isset($pause['until'], $pause['tries'], $pause['message']) ? $pause : null;
    }

    public static function isOn(): bool
    {
        return (self::current()['until'] ?? 0) > time();
    }

    /** @param PrivatePodcastError $error its message is for the publisher, and holds no secret. */
    public static function begin(PrivatePodcastError $error): void
    {
        $before = self::current();
        $tries = ($before['tries'] ?? 0) + 1;
        $wait = self::WAITS[min($tries, count(self::WAITS)) - 1];
        update_option(self::OPTION, [
            'until' => time() + max($wait, min((int) $error->retryAfter, 60)),
            'tries' => $tries,
            'code' => $error->errorCode,
            'message' => $error->getMessage(),
        ], false);
    }

    public static function end(): void
    {
        if (self::current() !== null) {
            delete_option(self::OPTION);
        }
    }
}
