<?php
/** Where failures go: to PHP's error log, which is wp-content/debug.log with WP_DEBUG_LOG. No line holds a secret. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe;

final class Log
{
    /** A line is written at most once in this time. */
    private const QUIET_SECONDS = 60;
    /** Part of normal life: there is nothing that the publisher should fix. */
    private const USUAL = ['no-access', 'token-expired'];

    /**
     * An error that is safe to log. One that is not ours is named by its class only: its text may
     * hold a secret.
     */
    public static function loggable(\Throwable $thrown): PrivatePodcastError
    {
        return $thrown instanceof PrivatePodcastError ? $thrown : new PrivatePodcastError('config', sprintf(
            'The subscribe endpoint failed with an unexpected %s in %s, line %d. Check the filters of other plugins.',
            get_class($thrown),
            basename($thrown->getFile()),
            $thrown->getLine()
        ));
    }

    /** @param ?string $cause what counts as the same line, if whoever asks decides some of its words. */
    public static function write(PrivatePodcastError $error, ?string $cause = null): void
    {
        $status = $error->status === null ? '' : " (HTTP {$error->status})";
        $line = "private-podcast-subscribe: {$error->errorCode}$status: {$error->getMessage()}";
        if (!in_array($error->errorCode, self::USUAL, true) && self::isNew($cause ?? $line)) {
            error_log($line);
        }
    }

    /**
     * Whether a line was not written lately. Anyone can cause one, and the database must not be written
     * to by anyone, so an empty file in PHP's temporary folder remembers when it was.
     */
    private static function isNew(string $line): bool
    {
        $file = get_temp_dir() . 'private-podcast-subscribe-' . substr(hash_hmac('sha256', $line, wp_salt('nonce')), 0, 40);
        $time = @filemtime($file);
        if ($time !== false && $time > time() - self::QUIET_SECONDS) {
            return false;
        }
        @touch($file);
        return true;
    }
}
