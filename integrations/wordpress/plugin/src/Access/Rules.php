<?php
/**
 * The rules of who may listen to which podcast: the roles and the membership levels that the settings name for it.
 * The page and the feed go by the same answer.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Access;

use PrivatePodcastSubscribe\Memberships\Plugins;
use PrivatePodcastSubscribe\Settings;

final class Rules
{
    /**
     * The rule of a podcast. Both lists are empty if there is none.
     *
     * The list of roles of before, one for all podcasts, counts until the settings are saved anew. The
     * constant ROLES takes the place of the roles of every podcast, and ACCESS that of every rule.
     * @return array{roles: string[], levels: string[]}
     */
    public static function of(string $sku): array
    {
        $rules = self::saved();
        $rule = is_array($rules[$sku] ?? null) ? $rules[$sku] : [];
        $isOneForAll = $rules === null
            || (Settings::constant('roles') !== null && Settings::constant('access') === null);
        return [
            'roles' => $isOneForAll ? Settings::items('roles') : self::texts($rule['roles'] ?? null),
            'levels' => self::texts($rule['levels'] ?? null),
        ];
    }

    /** Whether a podcast has a rule. Without one, the feed service alone decides. */
    public static function isSetFor(string $sku): bool
    {
        $rule = self::of($sku);
        return $rule['roles'] !== [] || $rule['levels'] !== [];
    }

    /**
     * Whether a user may listen: by the podcast's rule, or because an action has let them in.
     * Without a rule, everyone who is logged in may ask the feed service. A level of a membership plugin
     * that is switched off lets nobody in.
     */
    public static function mayListen(\WP_User $user, string $sku): bool
    {
        return !self::isSetFor($sku)
            || self::letsIn($user, $sku)
            || (Gate::isOn() && Given::until($user, $sku) !== null);
    }

    /** Whether the podcast's rule lets a user in. Without a rule, it lets in nobody. */
    public static function letsIn(\WP_User $user, string $sku): bool
    {
        $rule = self::of($sku);
        if (array_intersect($rule['roles'], $user->roles)) {
            return true;
        }
        foreach ($rule['levels'] as $level) {
            if (Plugins::isMember($user, $level)) {
                return true;
            }
        }
        return false;
    }

    /** The rules that the settings page has saved; null if that was before each podcast had a rule of its own. */
    private static function saved(): ?array
    {
        $constant = Settings::constant('access');
        if ($constant !== null) {
            return is_array(constant($constant)) ? constant($constant) : [];
        }
        $saved = get_option(Settings::OPTION, []);
        return is_array($saved) && is_array($saved['access'] ?? null) ? $saved['access'] : null;
    }

    /** @return string[] */
    private static function texts(mixed $list): array
    {
        return array_values(array_filter(is_array($list) ? $list : [], 'is_string'));
    }
}
