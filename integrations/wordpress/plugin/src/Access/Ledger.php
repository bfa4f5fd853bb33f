<?php
/** The wanted access of each address: each change of a row makes it wait for the feed service. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Access;

final class Ledger
{
    /** How long a grant that has ended stays in the table, without its address. */
    private const KEEP_ENDED_SECONDS = 30 * DAY_IN_SECONDS;

    /** The row of an address and a podcast. */
    public static function find(string $address, string $sku): ?object
    {
        global $wpdb;
        $sql = 'SELECT * FROM ' . Table::name() . ' WHERE name = %s';
        return $wpdb->get_row($wpdb->prepare($sql, Addresses::rowName($address, $sku)));
    }

    /** @return object[] the rows by which a user was let in: by a rule, or by an action that named their address. */
    public static function ofUser(int $userId): array
    {
        global $wpdb;
        $sql = 'SELECT * FROM ' . Table::name()
            . " WHERE sku <> '' AND ((user_id = %d AND by_rule = 1) OR (action_user_id = %d AND by_action = 1))";
        return (array) $wpdb->get_results($wpdb->prepare($sql, $userId, $userId));
    }

    /** Lets in whoever has a podcast's role or level, or ends it. It writes nothing that is so already. */
    public static function byRule(string $address, string $sku, int $userId, bool $isWanted): void
    {
        $row = self::find($address, $sku);
        $isSo = $row ? (bool) $row->by_rule === $isWanted && (int) $row->user_id === $userId : !$isWanted;
        if (!$isSo) {
            self::put($address, $sku, ['user_id' => $userId, 'by_rule' => (int) $isWanted, 'is_gone' => 0]);
        }
    }

    /**
     * Lets in whom an action names, or ends it.
     * @param int $userId who has the address now. Only this user takes it along to another address: one who
     * gives their account the address later has not been let in.
     * @param array{text: string, at: int} $until
     */
    public static function byAction(string $address, string $sku, int $userId, bool $isWanted, array $until): void
    {
        self::put($address, $sku, [
            'action_user_id' => $userId,
            'by_action' => (int) $isWanted,
            'until' => $until['text'],
            'until_at' => $until['at'],
            'is_gone' => 0,
        ]);
    }

    /** Whether an action lets in this address now. */
    public static function letsIn(string $address, string $sku): bool
    {
        $row = self::find($address, $sku);
        return $row !== null && (int) $row->by_action === 1
            && ((int) $row->until_at === 0 || (int) $row->until_at >= time());
    }

    /** Changes a row that is there, and makes it wait. @param array<string, int> $changes */
    public static function change(object $row, array $changes): void
    {
        global $wpdb;
        $set = implode(', ', array_map(static fn(string $column) => "$column = %d", array_keys($changes)));
        $sql = 'UPDATE ' . Table::name() . " SET $set, " . self::WAIT . ' WHERE id = %d';
        $wpdb->query($wpdb->prepare($sql, [...array_values($changes), ...self::now(), $row->id]));
    }

    /** A look at a user waits from now on. A later time that was set for it counts no more. */
    public static function look(int $userId): void
    {
        global $wpdb;
        if ($userId > 0) {
            $sql = 'INSERT INTO ' . Table::name() . ' (name, user_id, is_waiting, due_at, waiting_since, changed_at)'
                . ' VALUES (%s, %d, 1, %d, %d, %d) ON DUPLICATE KEY UPDATE ' . self::WAIT;
            $wpdb->query($wpdb->prepare($sql, ["look:$userId", $userId, time(), time(), time(), ...self::now()]));
        }
    }

    /** A row that cannot be read since the salts changed gets its user's address; without one it goes. */
    public static function repair(object $row, ?string $address): void
    {
        global $wpdb;
        $isRepaired = $address !== null && $wpdb->query($wpdb->prepare(
            'UPDATE IGNORE ' . Table::name() . ' SET name = %s, address = %s WHERE id = %d',
            [Addresses::rowName($address, $row->sku), Addresses::seal($address), $row->id]
        ));
        if (!$isRepaired) {
            $wpdb->delete(Table::name(), ['id' => $row->id], ['%d']);
        }
    }

    /** Rows of grants that ended long ago. */
    public static function prune(): void
    {
        global $wpdb;
        $sql = 'DELETE FROM ' . Table::name() . ' WHERE is_waiting = 0 AND is_granted = 0 AND by_rule = 0'
            . " AND (by_action = 0 OR (until_at > 0 AND until_at < %d)) AND changed_at < %d AND sku <> ''";
        $wpdb->query($wpdb->prepare($sql, [time(), time() - self::KEEP_ENDED_SECONDS]));
    }

    /** The columns that make a row wait; its numbers are those of `now`. The time since when is read before it is set. */
    private const WAIT = 'waiting_since = IF(is_waiting = 1 AND due_at <= %d, waiting_since, %d), is_waiting = 1,'
        . " version = version + 1, due_at = %d, tries = 0, error = '', changed_at = %d";

    /** @return int[] */
    private static function now(): array
    {
        return array_fill(0, 4, time());
    }

    /** @param array<string, int|string> $values */
    private static function put(string $address, string $sku, array $values): void
    {
        global $wpdb;
        $row = [
            'name' => Addresses::rowName($address, $sku),
            'sku' => $sku,
            'address' => Addresses::seal($address),
            'is_waiting' => 1,
            'due_at' => time(),
            'waiting_since' => time(),
            'changed_at' => time(),
        ] + $values;
        $formats = array_map(static fn(mixed $value) => is_int($value) ? '%d' : '%s', $row);
        $kept = implode(', ', array_map(static fn(string $column) => "$column = VALUES($column)", ['address', ...array_keys($values)]));
        $sql = 'INSERT INTO ' . Table::name() . ' (' . implode(', ', array_keys($row)) . ')'
            . ' VALUES (' . implode(', ', $formats) . ") ON DUPLICATE KEY UPDATE $kept, " . self::WAIT;
        $wpdb->query($wpdb->prepare($sql, [...array_values($row), ...self::now()]));
    }
}
