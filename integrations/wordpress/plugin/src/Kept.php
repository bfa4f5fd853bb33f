<?php
/**
 * Texts that are kept for a while: in the object cache if the site has one, else as one row each among
 * the options. A transient would be two rows and twice the queries.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe;

final class Kept
{
    /** How the rows begin: each is the time of its end, a colon, and the text. */
    private const PREFIX = 'private_podcast_subscribe_kept_';
    private const GROUP = 'private_podcast_subscribe';
    /** One in so many new rows removes old ones: WordPress's daily clean-up does not run on every site. */
    private const ROWS_PER_CLEANUP = 50;
    private const ROWS_AT_ONCE = 200;

    /** Names are short, and give nothing away. */
    private static function rowOf(string $name): string
    {
        return self::PREFIX . substr(hash_hmac('sha256', $name, wp_salt('auth')), 0, 40);
    }

    /** The value that is kept now, whichever process has written it; null if there is nothing. */
    public static function get(string $name): ?string
    {
        global $wpdb;
        $row = self::rowOf($name);
        if (wp_using_ext_object_cache()) {
            $value = wp_cache_get($row, self::GROUP, true);
            return is_string($value) ? $value : null;
        }
        $value = $wpdb->get_var($wpdb->prepare("SELECT option_value FROM $wpdb->options WHERE option_name = %s", $row));
        [$until, $text] = explode(':', (string) $value, 2) + ['', null];
        return (int) $until > time() ? $text : null;
    }

    public static function set(string $name, string $text, int $seconds): void
    {
        global $wpdb;
        if (wp_using_ext_object_cache()) {
            wp_cache_set(self::rowOf($name), $text, self::GROUP, $seconds);
            return;
        }
        $wpdb->query($wpdb->prepare(
            "INSERT INTO $wpdb->options (option_name, option_value, autoload) VALUES (%s, %s, 'no')
            ON DUPLICATE KEY UPDATE option_value = VALUES(option_value)",
            self::rowOf($name),
            time() + $seconds . ":$text"
        ));
        if (random_int(1, self::ROWS_PER_CLEANUP) === 1) {
            self::removeOld();
        }
    }

    /** @return bool whether it was there. Of several processes that try at once, one removes it. */
    public static function delete(string $name): bool
    {
        global $wpdb;
        $row = self::rowOf($name);
        return wp_using_ext_object_cache()
            ? wp_cache_delete($row, self::GROUP)
            : $wpdb->query($wpdb->prepare("DELETE FROM $wpdb->options WHERE option_name = %s", $row)) === 1;
    }

    /**
     * Counts in one step, so that two at the same moment count as two.
     * @param int $until when the count begins anew, in seconds since 1970.
     * @return int how many, with this one.
     */
    public static function count(string $name, int $until): int
    {
        global $wpdb;
        $row = self::rowOf($name);
        if (wp_using_ext_object_cache()) {
            wp_cache_add($row, 0, self::GROUP, $until - time());
            return (int) wp_cache_incr($row, 1, self::GROUP);
        }
        $changed = $wpdb->query($wpdb->prepare(
            "INSERT INTO $wpdb->options (option_name, option_value, autoload) VALUES (%s, %s, 'no')
            ON DUPLICATE KEY UPDATE option_value = CONCAT(%s, LAST_INSERT_ID(
                IF(SUBSTRING_INDEX(option_value, ':', 1) > %d, SUBSTRING_INDEX(option_value, ':', -1), 0) + 1))",
            $row,
            "$until:1",
            "$until:",
            time()
        ));
        // MariaDB says 1 for a new row, and 2 for one that was changed.
        return $changed === 2 ? (int) $wpdb->insert_id : 1;
    }

    /** Removes rows whose time is over. */
    public static function removeOld(): void
    {
        global $wpdb;
        $wpdb->query($wpdb->prepare(
            "DELETE FROM $wpdb->options WHERE option_name LIKE %s AND SUBSTRING_INDEX(option_value, ':', 1) <= %d LIMIT %d",
            $wpdb->esc_like(self::PREFIX) . '%',
            time(),
            self::ROWS_AT_ONCE
        ));
    }
}
