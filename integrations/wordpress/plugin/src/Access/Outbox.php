<?php
/**
 * The users who are to be stated anew, and those who have been: one row each. A row that is due waits. It
 * says nothing of what to state, which is asked for when it is sent.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Access;

use PrivatePodcastSubscribe\PrivatePodcastError;
use PrivatePodcastSubscribe\Sealed;

final class Outbox
{
    private const VERSION_OPTION = 'private_podcast_subscribe_table';
    /** Goes up with each change of the columns. */
    private const VERSION = '1';

    public static function name(): string
    {
        global $wpdb;
        if (get_option(self::VERSION_OPTION) !== self::VERSION) {
            require_once ABSPATH . 'wp-admin/includes/upgrade.php';
            // dbDelta reads this text: two spaces after PRIMARY KEY, a key on each line.
            dbDelta("CREATE TABLE {$wpdb->prefix}private_podcast_members (
                user_id bigint(20) unsigned NOT NULL,
                version int(10) unsigned NOT NULL DEFAULT 1,
                due_at bigint(20) NOT NULL DEFAULT 0,
                since bigint(20) NOT NULL DEFAULT 0,
                error varchar(255) NOT NULL DEFAULT '',
                stated_at bigint(20) NOT NULL DEFAULT 0,
                persons text,
                PRIMARY KEY  (user_id),
                KEY due_at (due_at)
            ) " . $wpdb->get_charset_collate());
            update_option(self::VERSION_OPTION, self::VERSION, true);
        }
        return "{$wpdb->prefix}private_podcast_members";
    }

    /** A user is to be stated anew, from now on. */
    public static function add(int $userId): void
    {
        self::query('INSERT INTO %t (user_id, due_at, since) VALUES (%d, %d, %d) ON DUPLICATE KEY UPDATE'
            . " since = IF(due_at BETWEEN 1 AND %d, since, %d), version = version + 1, due_at = %d, error = ''", $userId, ...array_fill(0, 5, time()));
    }

    /** @return object[] the rows that wait, the oldest first. */
    public static function due(int $most): array
    {
        global $wpdb;
        $sql = 'SELECT * FROM ' . self::name() . ' WHERE due_at BETWEEN 1 AND %d ORDER BY due_at, user_id LIMIT %d';
        return (array) $wpdb->get_results($wpdb->prepare($sql, time(), $most));
    }

    /** The row was sent, unless it has changed since. @param int $again when to send it next; 0 if it need not be. */
    public static function finish(object $row, int $again, string $error = ''): void
    {
        self::query('UPDATE %t SET due_at = %d, since = IF(%s = \'\', %d, since), error = %s WHERE user_id = %d AND version = %d',
            $again, $error, $again, mb_substr($error, 0, 255), $row->user_id, $row->version);
        self::query('DELETE FROM %t WHERE user_id = %d AND due_at = 0 AND stated_at = 0', $row->user_id);
    }

    /**
     * Notes that users are stated as members.
     * @param array<int, int> $ends when each is to be stated anew, 0 if none is, by user ID.
     * @param float $at 1 for a call whose answer is not there yet.
     */
    public static function note(array $ends, float $at): void
    {
        $values = implode(', ', array_map(static fn(int $id) => sprintf('(%d, %d, %d, %3$d)', $id, $at, $ends[$id]), array_keys($ends)));
        if ($values !== '') {
            self::query("INSERT INTO %t (user_id, stated_at, due_at, since) VALUES $values ON DUPLICATE KEY UPDATE"
                . ' stated_at = GREATEST(stated_at, VALUES(stated_at)), since = IF(due_at = 0, VALUES(since), since), due_at = IF(due_at = 0, VALUES(due_at), due_at)');
        }
    }

    /** Notes that whoever was stated before a time is none any more. */
    public static function endBefore(float $at): void
    {
        self::query('UPDATE %t SET stated_at = 0 WHERE stated_at < %d', (int) $at);
        self::query('DELETE FROM %t WHERE due_at = 0 AND stated_at = 0');
    }

    /** Keeps the operator's IDs of a user, by subject, null where it finds them by the address; and whether they are a member now. */
    public static function keep(int $userId, array $persons, bool $isMember): void
    {
        $sealed = $persons ? Sealed::seal("persons:$userId", $persons) : '';
        self::query('INSERT INTO %t (user_id, stated_at, persons) VALUES (%d, %d, %s)'
            . ' ON DUPLICATE KEY UPDATE stated_at = VALUES(stated_at), persons = VALUES(persons)', $userId, $isMember ? time() : 0, $sealed);
    }

    /** @return array{int, array<string, ?string>} when a user was stated as a member, 0 for one who is none, and what `keep` keeps. */
    public static function of(int $userId): array
    {
        global $wpdb;
        $row = $wpdb->get_row($wpdb->prepare('SELECT stated_at, persons FROM ' . self::name() . ' WHERE user_id = %d', $userId));
        return [(int) ($row->stated_at ?? 0), Sealed::open("persons:$userId", $row->persons ?? '') ?? []];
    }

    /**
     * How things stand.
     * @return array{waiting: int, since: int, error: string, members: int}
     */
    public static function state(): array
    {
        global $wpdb;
        // One that is set for a later time is no delay; one that failed is.
        $waits = $wpdb->prepare("(error <> '' OR due_at BETWEEN 1 AND %d)", time());
        $row = $wpdb->get_row("SELECT SUM($waits) AS waiting, MIN(IF($waits, since, NULL)) AS since, MAX(error) AS error, SUM(stated_at > 1) AS members FROM " . self::name(), ARRAY_A);
        return array_map('intval', array_diff_key($row, ['error' => 1])) + ['error' => (string) $row['error']];
    }

    /** @param string $sql with %t for the table. */
    private static function query(string $sql, mixed ...$values): int
    {
        global $wpdb;
        $sql = str_replace('%t', self::name(), $sql);
        return (int) $wpdb->query($values ? $wpdb->prepare($sql, $values) : $sql);
    }
}
