<?php
/** Paid Memberships Pro: its membership levels. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Memberships;

defined('ABSPATH') || exit;

final class PaidMembershipsPro implements MembershipPlugin
{
    public static function name(): string
    {
        return 'Paid Memberships Pro';
    }

    public static function isActive(): bool
    {
        return function_exists('pmpro_hasMembershipLevel');
    }

    public static function levels(): array
    {
        // Levels that are hidden from sign-up still have members.
        $levels = function_exists('pmpro_getAllLevels') ? (array) pmpro_getAllLevels(true) : [];
        return array_column(array_map(static fn(object $level) => (array) $level, $levels), 'name', 'id');
    }

    public static function isMember(\WP_User $user, string $level): bool
    {
        // A list: the function takes a text with a comma for several levels.
        return pmpro_hasMembershipLevel([$level], $user->ID) === true;
    }

    public static function watch(callable $onChange): void
    {
        // Members who expire are changed to level 0 by the same function.
        add_action('pmpro_after_change_membership_level', static function (mixed $level, mixed $userId) use ($onChange): void {
            $onChange((int) $userId);
        }, 10, 2);
    }

    public static function endsSilentlyAt(\WP_User $user): ?int
    {
        return null;
    }
}
