<?php
/** Those who were let in by this site, as a list for an administrator. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Access;

final class GrantList
{
    /** @return array<int, array{user: string, sku: string, by: string, until: string, state: string, address: string}> */
    public static function all(string $sku, bool $withAddresses): array
    {
        global $wpdb;
        $sql = 'SELECT * FROM ' . Table::name() . " WHERE sku <> '' AND (is_granted = 1 OR is_waiting = 1) AND (sku = %s OR %s = '') ORDER BY sku, id";
        return array_map(
            static fn(object $row) => [
                'user' => (string) (max((int) $row->user_id, (int) $row->action_user_id) ?: ''),
                'sku' => $row->sku,
                'by' => implode(', ', array_keys(array_filter(['rule' => (int) $row->by_rule, 'action' => (int) $row->by_action]))),
                'until' => (int) $row->by_rule === 1 ? '' : $row->until,
                'state' => self::state($row),
                'address' => $withAddresses ? (string) Addresses::open($row->address) : '',
            ],
            (array) $wpdb->get_results($wpdb->prepare($sql, $sku, $sku))
        );
    }

    private static function state(object $row): string
    {
        if ((int) $row->is_waiting === 0) {
            return 'in';
        }
        return (int) $row->tries > 0 ? "failed: $row->error" : 'waiting';
    }
}
