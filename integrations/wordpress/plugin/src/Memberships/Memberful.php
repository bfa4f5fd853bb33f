<?php
/** Memberful: the plans that its plugin keeps in the meta data of users. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Memberships;

defined('ABSPATH') || exit;

final class Memberful implements MembershipPlugin
{
    /** The plugin has no action for a change; it writes this entry. */
    private const META_KEY = 'memberful_subscription';

    public static function name(): string
    {
        return 'Memberful';
    }

    public static function isActive(): bool
    {
        return function_exists('memberful_wp_user_has_subscription_to_plans');
    }

    public static function levels(): array
    {
        $titles = [];
        foreach (function_exists('memberful_subscription_plans') ? (array) memberful_subscription_plans() : [] as $id => $plan) {
            $titles[(string) $id] = is_array($plan) ? (string) ($plan['name'] ?? $id) : (string) $id;
        }
        return $titles;
    }

    public static function isMember(\WP_User $user, string $level): bool
    {
        return (bool) memberful_wp_user_has_subscription_to_plans($user->ID, [$level]);
    }

    public static function watch(callable $onChange): void
    {
        foreach (['added_user_meta', 'updated_user_meta', 'deleted_user_meta'] as $hook) {
            add_action($hook, static function (mixed $metaId, mixed $userId, mixed $key) use ($onChange): void {
                if ($key === self::META_KEY) {
                    $onChange((int) $userId);
                }
            }, 10, 3);
        }
    }

    public static function endsSilentlyAt(\WP_User $user): ?int
    {
        return null;
    }
}
