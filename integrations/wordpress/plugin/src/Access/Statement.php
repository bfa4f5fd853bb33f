<?php
/**
 * All that this site gives a user now, as the feed service is told. It says what is so and not what has
 * happened, so one too many changes nothing.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Access;

use PrivatePodcastSubscribe\Ids;
use PrivatePodcastSubscribe\Settings;
use PrivatePodcastSubscribe\Subscribe\Members;

final class Statement
{
    /**
     * The statements about a user, by subject: one, unless a filter names several addresses.
     * @return array<string, array{email: string, grants: array<int, array{sku: string, until?: string}>}>
     */
    public static function of(\WP_User $user): array
    {
        $statements = [];
        foreach (Ids::isEmail($user->user_email) ? Settings::items('products') : [] as $sku) {
            $given = Given::until($user, $sku);
            // As the page asks: a publisher's own filter may give another address, or no access.
            $address = Rules::isSetFor($sku) || $given !== null ? (Members::nameOf($user, $sku)['email'] ?? null) : null;
            if ($address !== null) {
                $until = $given === null || Rules::letsIn($user, $sku) ? '' : $given;
                $subject = self::subject($user, $address);
                $statements[$subject]['email'] = $address;
                $statements[$subject]['grants'][] = ['sku' => $sku] + ($until === '' ? [] : ['until' => $until]);
            }
        }
        return $statements;
    }

    /** The user's ID: it stays when their address changes. An address that a filter gives is somebody of its own. */
    public static function subject(\WP_User $user, string $address): string
    {
        return $address === $user->user_email ? (string) $user->ID : "$user->ID:$address";
    }

    /** A user of this site, as another process may have changed them; null if they are gone. */
    public static function userOf(int $userId): ?\WP_User
    {
        clean_user_cache($userId);
        $user = get_userdata($userId);
        return $user && (!is_multisite() || is_user_member_of_blog($userId)) ? $user : null;
    }
}
