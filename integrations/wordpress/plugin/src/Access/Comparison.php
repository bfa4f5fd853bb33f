<?php
/** Holds the feed service's grants against the rows of this site. A grant without a row is somebody else's. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Access;

final class Comparison
{
    /** The operator's name for a grant of the calls that this site uses. */
    private const SOURCE = 'admin';

    /**
     * Marks the rows whose grant is there. What has ended here, or ends there although a role or level
     * has no end, waits anew.
     * @param array<int, array<string, mixed>> $grants
     */
    public static function ofPage(array $grants, string $sku, int $started): void
    {
        $withEnd = $all = [];
        foreach ($grants as $grant) {
            if (($grant['source'] ?? self::SOURCE) === self::SOURCE && is_string($grant['email'] ?? null)) {
                $name = Addresses::rowName($grant['email'], $sku);
                $all[] = $name;
                if (isset($grant['until'])) {
                    $withEnd[] = $name;
                }
            }
        }
        self::update('seen_at = %d', [max($started, time())], $all);
        self::endAgain($grants, $sku, $all);
        self::update(self::WAIT, self::now(), $withEnd, 'is_waiting = 0 AND by_rule = 1');
    }

    /** Ends again a grant that has ended here and is there again, as after a restored backup. The address was forgotten, and is in the list. */
    private static function endAgain(array $grants, string $sku, array $names): void
    {
        global $wpdb;
        $list = implode(', ', array_fill(0, count($names), '%s'));
        $ended = $names ? $wpdb->get_col($wpdb->prepare(
            'SELECT name FROM ' . Table::name() . " WHERE name IN ($list) AND is_waiting = 0 AND is_granted = 0",
            $names
        )) : [];
        foreach ($ended ? $grants : [] as $grant) {
            $email = is_string($grant['email'] ?? null) ? $grant['email'] : '';
            $name = Addresses::rowName($email, $sku);
            if (in_array($name, $ended, true)) {
                self::update('address = %s, ' . self::WAIT, [Addresses::seal($email), ...self::now()], [$name]);
            }
        }
    }

    /** Grants that should be there and were on no page. One that has ended by itself is no longer granted. */
    public static function ofMissing(string $sku, int $started): void
    {
        global $wpdb;
        $lacking = 'is_granted = 1 AND is_waiting = 0 AND sku = %s AND seen_at < %d AND changed_at < %d';
        $of = [$sku, $started, $started];
        $wpdb->query($wpdb->prepare(
            'UPDATE ' . Table::name() . " SET is_granted = 0, by_action = 0, address = '' WHERE $lacking AND by_rule = 0 AND until_at > 0 AND until_at < %d",
            [...$of, time()]
        ));
        $wpdb->query($wpdb->prepare('UPDATE ' . Table::name() . ' SET ' . self::WAIT . " WHERE $lacking", [...self::now(), ...$of]));
    }

    private const WAIT = 'is_waiting = 1, version = version + 1, due_at = %d, waiting_since = %d';

    /** @return int[] */
    private static function now(): array
    {
        return [time(), time()];
    }

    /** @param string[] $names */
    private static function update(string $set, array $values, array $names, string $where = '1 = 1'): void
    {
        global $wpdb;
        if ($names) {
            $list = implode(', ', array_fill(0, count($names), '%s'));
            $wpdb->query($wpdb->prepare('UPDATE ' . Table::name() . " SET $set WHERE name IN ($list) AND $where", [...$values, ...$names]));
        }
    }
}
