<?php
/** The membership plugins that this plugin knows. A level is written "plugin:ID", such as "pmpro:2". */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Memberships;

use PrivatePodcastSubscribe\Log;

final class Plugins
{
    private const KNOWN = [
        'pmpro' => PaidMembershipsPro::class,
        'woocommerce' => WooCommerceMemberships::class,
        'memberpress' => MemberPress::class,
        'memberful' => Memberful::class,
    ];

    /** @return array<string, class-string<MembershipPlugin>> those that are active, by their short name. */
    public static function active(): array
    {
        return array_filter(self::KNOWN, static fn(string $plugin) => $plugin::isActive());
    }

    /** @return array<string, array<string, string>> for each active plugin's name, the titles of its levels by "plugin:ID". */
    public static function levels(): array
    {
        $levels = [];
        foreach (self::active() as $short => $plugin) {
            foreach (self::ask($plugin, static fn() => $plugin::levels(), []) as $id => $title) {
                $levels[$plugin::name()]["$short:$id"] = (string) $title;
            }
        }
        return $levels;
    }

    /** Whether a user has a level, such as "pmpro:2", now. */
    public static function isMember(\WP_User $user, string $level): bool
    {
        [$short, $id] = explode(':', $level, 2) + ['', ''];
        $plugin = self::active()[$short] ?? null;
        return $plugin !== null && $id !== ''
            && self::ask($plugin, static fn() => $plugin::isMember($user, $id), false);
    }

    /** @param callable(int): void $onChange takes the ID of a user whose membership has started, changed or ended. */
    public static function watch(callable $onChange): void
    {
        foreach (self::KNOWN as $plugin) {
            $plugin::watch($onChange);
        }
    }

    /** When the first membership of a user ends that no action will tell of, in seconds since 1970. */
    public static function endsSilentlyAt(\WP_User $user): ?int
    {
        $ends = array_map(
            static fn(string $plugin) => self::ask($plugin, static fn() => $plugin::endsSilentlyAt($user), null),
            self::active()
        );
        $coming = array_filter($ends, static fn(?int $end) => $end !== null && $end > time());
        return $coming ? min($coming) : null;
    }

    /** A membership plugin that fails gives nobody access, and takes no page down. */
    private static function ask(string $plugin, callable $question, mixed $otherwise): mixed
    {
        try {
            return $question();
        } catch (\Throwable $thrown) {
            Log::write(Log::loggable($thrown));
            return $otherwise;
        }
    }
}
