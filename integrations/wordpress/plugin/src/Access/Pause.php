<?php
/**
 * The wait of the whole outbox after the feed service could not be asked: one call finds out whether it
 * is back, whatever the number of users.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Access;

use PrivatePodcastSubscribe\PrivatePodcastError;

final class Pause
{
    public const OPTION = 'private_podcast_subscribe_pause';

    /** In seconds. Never more than a minute: a member who has paid waits no longer once the service is back. */
    private const WAITS = [5, 10, 20, 40, 60];

    /** @return array{until: int, tries: int, message: string} zeros and an empty text if there is none. */
    public static function current(): array
    {
        return ((array) get_option(self::OPTION, [])) + ['until' => 0, 'tries' => 0, 'message' => ''];
    }

    public static function isOn(): bool
    {
        return self::current()['until'] > time();
    }

    /** @param PrivatePodcastError $error its message is for the publisher, and holds no secret. */
    public static function begin(PrivatePodcastError $error): void
    {
        $tries = self::current()['tries'];
        $wait = max(self::WAITS[min($tries, count(self::WAITS) - 1)], min((int) $error->retryAfter, 60));
        update_option(self::OPTION, ['until' => time() + $wait, 'tries' => $tries + 1, 'message' => $error->getMessage()], false);
    }

    public static function end(): void
    {
        if (self::current()['tries'] > 0) {
            delete_option(self::OPTION);
        }
    }
}
