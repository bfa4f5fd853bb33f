<?php
/**
 * Finds the account of an address. Databases take letters with and without accents for the same, so that
 * WordPress finds victim@example.org for víctim@example.org, which is somebody else's.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe;

final class Accounts
{
    public static function byEmail(string $address): ?\WP_User
    {
        $user = get_user_by('email', $address);
        return $user && self::folded($user->user_email) === self::folded($address) ? $user : null;
    }

    /** The case of letters is the only difference between two spellings of one address. */
    private static function folded(string $address): string
    {
        return function_exists('mb_strtolower') ? mb_strtolower(trim($address), 'UTF-8') : strtolower(trim($address));
    }
}
