<?php
/**
 * Stands in for MemberPress, which is sold and not installed in the tests. Signatures: pronamic/memberpress
 * 1.12.11: app/models/MeprUser.php, new MeprUser($id) and active_product_subscriptions($return_type = 'ids',
 * $force = false, $exclude_expired = true), which keeps its first answer for the request unless forced;
 * app/models/MeprProduct.php, MeprProduct::get_all(); app/models/MeprTransaction.php, expires_at in UTC
 * ('0000-00-00 00:00:00' is for life) and do_action('mepr_txn_store', $transaction, $old_transaction). A
 * transaction that expires is told of later, by a task: app/controllers/MeprTransactionsCtrl.php,
 * do_action('mepr_transaction_expired', $transaction, $subscription_status).
 */

final class MeprProduct
{
    public int $ID = 88;
    public string $post_title = 'Supporter';

    public static function get_all()
    {
        return [new self()];
    }
}

final class MeprUser
{
    private static array $items = [];

    public function __construct(public $ID = null)
    {
    }

    public function active_product_subscriptions($return_type = 'ids', $force = false, $exclude_expired = true)
    {
        $now = ['ids' => [], 'transactions' => []];
        foreach (get_option('stand_in_memberpress', [])[$this->ID] ?? [] as $product => $expires) {
            if ($expires === '0000-00-00 00:00:00' || strtotime("$expires UTC") > time()) {
                $now['ids'][] = (string) $product;
                $now['transactions'][] = (object) ['product_id' => (string) $product, 'user_id' => (string) $this->ID, 'expires_at' => $expires];
            }
        }
        if ($force || !isset(self::$items[$this->ID])) {
            self::$items[$this->ID] = $now;
        }
        return self::$items[$this->ID][$return_type] ?? [];
    }
}

/** @param array<int, string> $expires by membership. */
function stand_in_transactions(int $user_id, array $expires): void
{
    update_option('stand_in_memberpress', [$user_id => $expires] + get_option('stand_in_memberpress', []));
    do_action('mepr_txn_store', (object) ['user_id' => (string) $user_id], null);
}
