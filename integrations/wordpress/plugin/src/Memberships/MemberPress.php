<?php
/** MemberPress: its memberships, which it calls products. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Memberships;

defined('ABSPATH') || exit;

final class MemberPress implements MembershipPlugin
{
    public static function name(): string
    {
        return 'MemberPress';
    }

    public static function isActive(): bool
    {
        return class_exists('MeprUser');
    }

    public static function levels(): array
    {
        $titles = [];
        foreach (class_exists('MeprProduct') ? \MeprProduct::get_all() : [] as $product) {
            $titles[(string) $product->ID] = (string) $product->post_title;
        }
        return $titles;
    }

    /** Forced: without it, the answer of the first question in this request would stay. */
    public static function isMember(\WP_User $user, string $level): bool
    {
        $active = (new \MeprUser($user->ID))->active_product_subscriptions('ids', true);
        return in_array((int) $level, array_map('intval', (array) $active), true);
    }

    public static function watch(callable $onChange): void
    {
        $ofItem = static function (mixed $item) use ($onChange): void {
            $onChange(is_object($item) ? (int) ($item->user_id ?? 0) : 0);
        };
        foreach (['mepr_txn_store', 'mepr_transaction_expired', 'mepr_subscription_stored', 'mepr_subscription_deleted'] as $hook) {
            add_action($hook, $ofItem);
        }
        add_action('mepr_post_delete_transaction', static function (mixed $id, mixed $user = null) use ($onChange): void {
            $onChange(is_object($user) ? (int) ($user->ID ?? 0) : 0);
        }, 10, 2);
    }

    /** A transaction that expires is told of by a task that runs now and then. */
    public static function endsSilentlyAt(\WP_User $user): ?int
    {
        $ends = [];
        foreach ((array) (new \MeprUser($user->ID))->active_product_subscriptions('transactions', true) as $transaction) {
            // A membership for life ends in the year 0, or has no end. Times are in UTC.
            $text = (string) ($transaction->expires_at ?? '');
            $end = $text === '' ? false : strtotime("$text UTC");
            if ($end !== false && $end > 0) {
                $ends[] = $end + 1;
            }
        }
        return $ends ? min($ends) : null;
    }
}
