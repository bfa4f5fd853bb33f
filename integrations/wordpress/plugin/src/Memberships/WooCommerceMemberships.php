<?php
/** WooCommerce Memberships: its membership plans. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Memberships;

defined('ABSPATH') || exit;

final class WooCommerceMemberships implements MembershipPlugin
{
    public static function name(): string
    {
        return 'WooCommerce Memberships';
    }

    public static function isActive(): bool
    {
        return function_exists('wc_memberships_is_user_active_member');
    }

    public static function levels(): array
    {
        $titles = [];
        foreach (function_exists('wc_memberships_get_membership_plans') ? (array) wc_memberships_get_membership_plans() : [] as $plan) {
            $titles[(string) $plan->get_id()] = (string) $plan->get_name();
        }
        return $titles;
    }

    public static function isMember(\WP_User $user, string $level): bool
    {
        return (bool) wc_memberships_is_user_active_member($user->ID, (int) $level);
    }

    public static function watch(callable $onChange): void
    {
        $ofMembership = static function (mixed $membership) use ($onChange): void {
            if (is_object($membership) && method_exists($membership, 'get_user_id')) {
                $onChange((int) $membership->get_user_id());
            }
        };
        add_action('wc_memberships_user_membership_status_changed', $ofMembership);
        add_action('wc_memberships_user_membership_deleted', $ofMembership);
        add_action('wc_memberships_user_membership_saved', static function (mixed $plan, mixed $about = []) use ($onChange): void {
            $onChange(is_array($about) ? (int) ($about['user_id'] ?? 0) : 0);
        }, 10, 2);
        add_action('wc_memberships_user_membership_transferred', static function (mixed $membership, mixed $new, mixed $old = null) use ($onChange): void {
            foreach ([$new, $old] as $user) {
                $onChange($user instanceof \WP_User ? $user->ID : 0);
            }
        }, 10, 3);
    }

    /** It ends memberships by scheduled actions of its own, which change the status. */
    public static function endsSilentlyAt(\WP_User $user): ?int
    {
        return null;
    }
}
