<?php
/** The questions of this plugin to a membership plugin. Each adapter asks that plugin's own functions. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Memberships;

interface MembershipPlugin
{
    /** The plugin's name, as its makers write it. */
    public static function name(): string;

    /** Whether the plugin is active on this site. */
    public static function isActive(): bool;

    /** @return array<string, string> the titles of its levels, by ID. */
    public static function levels(): array;

    /** Whether a user has a level now. */
    public static function isMember(\WP_User $user, string $level): bool;

    /**
     * Watches memberships that start, change or end.
     * @param callable(int): void $onChange takes the ID of the user.
     */
    public static function watch(callable $onChange): void;

    /** When a membership of the user ends without an action at that moment, in seconds since 1970; null if none does. */
    public static function endsSilentlyAt(\WP_User $user): ?int;
}
