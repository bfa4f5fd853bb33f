<?php
/**
 * The rows that wait. A process claims rows for a while: of several processes one gets a row, and the
 * claim of one that died runs out. A row that changes meanwhile goes on waiting.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Access;

use PrivatePodcastSubscribe\PrivatePodcastError;

final class Queue
{
    /** More than twice the longest time that the rows of one claim take. */
    public const CLAIM_SECONDS = 90;
    private const MAX_WAIT_SECONDS = 6 * HOUR_IN_SECONDS;

    /** @return object[] rows that are this process's for a while. */
    public static function claim(int $most): array
    {
        global $wpdb;
        $claim = bin2hex(random_bytes(8));
        $table = Table::name();
        $claimed = $wpdb->query($wpdb->prepare(
            "UPDATE $table SET claim = %s, claimed_until = %d WHERE is_waiting = 1 AND due_at <= %d AND claimed_until < %d ORDER BY due_at, id LIMIT %d",
            [$claim, time() + self::CLAIM_SECONDS, time(), time(), $most]
        ));
        return $claimed ? (array) $wpdb->get_results($wpdb->prepare("SELECT * FROM $table WHERE claim = %s ORDER BY id", $claim)) : [];
    }

    /** The feed service has what the row wants. An ended grant's address is forgotten. */
    public static function finish(object $row, bool $isGranted): void
    {
        global $wpdb;
        $wpdb->query($wpdb->prepare(
            'UPDATE ' . Table::name() . ' SET is_granted = %d,'
                . " address = IF(version = %d AND %d = 0, '', address), is_waiting = IF(version = %d, 0, 1),"
                . " tries = 0, error = '', claim = '', claimed_until = 0 WHERE id = %d AND claim = %s",
            [$isGranted, $row->version, $isGranted, $row->version, $row->id, $row->claim]
        ));
    }

    /** A user was looked at. @param ?int $again when to look next, in seconds since 1970. */
    public static function finishLook(object $row, ?int $again): void
    {
        global $wpdb;
        $table = Table::name();
        if ($again === null) {
            $wpdb->query($wpdb->prepare("DELETE FROM $table WHERE id = %d AND claim = %s AND version = %d", [$row->id, $row->claim, $row->version]));
        } else {
            $wpdb->query($wpdb->prepare(
                "UPDATE $table SET due_at = %d, waiting_since = %d WHERE id = %d AND claim = %s AND version = %d",
                [$again, $again, $row->id, $row->claim, $row->version]
            ));
        }
        self::release([$row]);
    }

    /** This row fails, whatever the others do: it waits longer each time. */
    public static function postpone(object $row, PrivatePodcastError $error): void
    {
        global $wpdb;
        $wait = min(MINUTE_IN_SECONDS * 2 ** min((int) $row->tries, 12), self::MAX_WAIT_SECONDS);
        $wpdb->query($wpdb->prepare(
            'UPDATE ' . Table::name() . ' SET tries = LEAST(tries + 1, 1000), error = %s, due_at = IF(version = %d, %d, due_at),'
                . " claim = '', claimed_until = 0 WHERE id = %d AND claim = %s",
            [mb_substr($error->getMessage(), 0, 255), $row->version, time() + $wait, $row->id, $row->claim]
        ));
    }

    /** Gives rows back as they were. @param object[] $rows */
    public static function release(array $rows): void
    {
        global $wpdb;
        foreach ($rows as $row) {
            $sql = 'UPDATE ' . Table::name() . " SET claim = '', claimed_until = 0 WHERE id = %d AND claim = %s";
            $wpdb->query($wpdb->prepare($sql, [$row->id, $row->claim]));
        }
    }

    /**
     * How the queue stands.
     * @return array{waiting: int, since: ?int, failing: int, error: string, granted: int, looks: int}
     */
    public static function state(): array
    {
        global $wpdb;
        $table = Table::name();
        // A look that is set for a later time is no delay; a row that failed is.
        $waits = $wpdb->prepare('is_waiting = 1 AND (due_at <= %d OR tries > 0)', time());
        $row = $wpdb->get_row(
            "SELECT COALESCE(SUM($waits), 0) AS waiting, MIN(IF($waits, waiting_since, NULL)) AS since,
                COALESCE(SUM(is_waiting = 1 AND tries > 0), 0) AS failing,
                MAX(IF(is_waiting = 1, error, '')) AS error,
                COALESCE(SUM(is_granted), 0) AS granted, COALESCE(SUM(sku = ''), 0) AS looks FROM $table"
        );
        return [
            'waiting' => (int) ($row->waiting ?? 0),
            'since' => isset($row->since) ? (int) $row->since : null,
            'failing' => (int) ($row->failing ?? 0),
            'error' => (string) ($row->error ?? ''),
            'granted' => (int) ($row->granted ?? 0),
            'looks' => (int) ($row->looks ?? 0),
        ];
    }
}
