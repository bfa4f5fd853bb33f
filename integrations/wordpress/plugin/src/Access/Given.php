<?php
/**
 * What other code has given by the actions: it is kept with the account, and goes along to another
 * address. What is given to an address without an account waits for the account, under a keyed hash.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Access;

use PrivatePodcastSubscribe\Accounts;
use PrivatePodcastSubscribe\Settings;

final class Given
{
    /** How the option of a user, and that of an address, begins. */
    private const PREFIX = 'private_podcast_subscribe_given_';

    /** @param ?string $until empty for no end; null takes back what was given. */
    public static function put(string $address, string $sku, ?string $until): void
    {
        $user = Accounts::byEmail($address);
        $user && self::claim($user);
        match (true) {
            $until !== null && $user !== null => update_user_option($user->ID, self::ofUser($sku), $until),
            $until !== null => update_option(self::ofAddress($address, $sku), $until, false),
            $user !== null => delete_user_option($user->ID, self::ofUser($sku)),
            default => delete_option(self::ofAddress($address, $sku)),
        };
        if ($user !== null) {
            Gate::look($user->ID);
        }
    }

    /** Until when a podcast is given to a user: empty for no end, null if it is not given now. */
    public static function until(\WP_User $user, string $sku): ?string
    {
        $until = get_user_option(self::ofUser($sku), $user->ID);
        return is_string($until) && !Until::isOver($until) ? $until : null;
    }

    /** The account has an address now: what waited for that address is its own from here on. */
    public static function claim(\WP_User $user): void
    {
        global $wpdb;
        foreach (Settings::items('products') as $sku) {
            $name = self::ofAddress($user->user_email, $sku);
            // Not by get_option, which would remember of each account that nothing waits for it.
            $found = $wpdb->get_col($wpdb->prepare("SELECT option_value FROM $wpdb->options WHERE option_name = %s", $name));
            if ($found && delete_option($name)) {
                update_user_option($user->ID, self::ofUser($sku), $found[0]);
            }
        }
    }

    private static function ofUser(string $sku): string
    {
        return self::PREFIX . md5($sku);
    }

    private static function ofAddress(string $address, string $sku): string
    {
        return self::PREFIX . hash_hmac('sha256', strtolower(trim($address)) . "\n" . $sku, wp_salt('auth'));
    }
}
