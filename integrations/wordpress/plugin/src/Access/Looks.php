<?php
/**
 * A look at one user: what their roles, levels and address say now, against the rows by which they were
 * let in. It asks for the present state and not for what has happened, so a look too many changes nothing.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Access;

use PrivatePodcastSubscribe\Ids;
use PrivatePodcastSubscribe\Memberships\Plugins;
use PrivatePodcastSubscribe\Settings;

final class Looks
{
    /** @return ?int when to look again, in seconds since 1970: when a membership ends that nobody will tell of. */
    public static function at(int $userId): ?int
    {
        // Another process may have changed the user since this one first asked.
        clean_user_cache($userId);
        $user = get_userdata($userId);
        $isHere = $user && (!is_multisite() || is_user_member_of_blog($userId));
        $address = $isHere && Ids::isEmail($user->user_email) ? $user->user_email : null;
        $skus = Settings::items('products');
        $rows = self::readable($userId, $address);
        $wanted = [];
        foreach ($address === null ? [] : $skus as $sku) {
            $letIn = self::addressLetIn($user, $sku);
            if ($letIn !== null) {
                $wanted[Addresses::rowName($letIn, $sku)] = true;
                Ledger::byRule($letIn, $sku, $userId, true);
            }
        }
        foreach ($rows as $row) {
            self::bringInLine($row, $userId, $address, !$isHere, isset($wanted[$row->name]));
        }
        return $isHere && $wanted ? Plugins::endsSilentlyAt($user) : null;
    }

    /** Under which address the rule of a podcast lets a user in; null if it does not. */
    private static function addressLetIn(\WP_User $user, string $sku): ?string
    {
        if (!Rules::isSetFor($sku)) {
            return null;
        }
        $member = Rules::letsIn($user, $sku) ? ['email' => $user->user_email] : null;
        // As the page asks: a publisher's own filter may give another address, or no access.
        $member = apply_filters('private_podcast_subscribe_member', $member, $user, $sku);
        $address = is_array($member) ? ($member['email'] ?? null) : null;
        return Ids::isEmail($address) ? $address : null;
    }

    /** @return object[] the user's rows, after those that the present salts do not open were put right. */
    private static function readable(int $userId, ?string $address): array
    {
        $rows = Ledger::ofUser($userId);
        $unreadable = array_filter($rows, static fn(object $row) => Addresses::open($row->address) === null);
        foreach ($unreadable as $row) {
            Ledger::repair($row, $address);
        }
        return $unreadable ? Ledger::ofUser($userId) : $rows;
    }

    /** Ends what is no longer so, and takes what an action gave along to a new address. */
    private static function bringInLine(object $row, int $userId, ?string $address, bool $isGone, bool $isWanted): void
    {
        $changes = [];
        if ((int) $row->by_rule === 1 && (int) $row->user_id === $userId && !$isWanted) {
            $changes['by_rule'] = 0;
        }
        $hasMoved = $address !== null && $row->name !== Addresses::rowName($address, $row->sku);
        $isTheirs = (int) $row->by_action === 1 && (int) $row->action_user_id === $userId;
        if ($isTheirs && ($hasMoved || $isGone)) {
            $changes['by_action'] = 0;
            if ($hasMoved) {
                Ledger::byAction($address, $row->sku, $userId, true, ['text' => $row->until, 'at' => (int) $row->until_at]);
            }
        }
        if ($changes) {
            Ledger::change($row, $changes + ['is_gone' => (int) $isGone]);
        }
    }
}
