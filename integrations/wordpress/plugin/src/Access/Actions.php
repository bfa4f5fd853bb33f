<?php
/**
 * The two actions by which other code lets an address in and out:
 * do_action('private_podcast_subscribe_grant', $address, $sku, $until) and
 * do_action('private_podcast_subscribe_revoke', $address, $sku).
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Access;

use PrivatePodcastSubscribe\Ids;
use PrivatePodcastSubscribe\Log;
use PrivatePodcastSubscribe\PrivatePodcastError;
use PrivatePodcastSubscribe\Settings;

final class Actions
{
    /**
     * @param mixed $until a day (UTC, inclusive), a moment as ISO 8601 text, DateTimeInterface or seconds
     * since 1970; null for no end.
     */
    public static function grant(mixed $address, mixed $sku = null, mixed $until = null): void
    {
        self::complain('grant', self::change($address, $sku, true, $until));
    }

    /** @param mixed $until is not used: revoking counts at once. */
    public static function revoke(mixed $address, mixed $sku = null, mixed $until = null): void
    {
        self::complain('revoke', self::change($address, $sku, false, null));
    }

    /** @return ?string what is wrong with the call; null if it is carried out. */
    public static function change(mixed $address, mixed $sku, bool $isWanted, mixed $until): ?string
    {
        $end = Until::read($until);
        $complaint = self::complaint($address, $sku, $end);
        if ($complaint === null) {
            Given::put($address, $sku, $isWanted ? $end : null);
        }
        return $complaint;
    }

    /** A checkout must not fail because of a podcast, so a wrong call is logged and nothing is thrown. */
    private static function complain(string $action, ?string $complaint): void
    {
        if ($complaint !== null) {
            Log::write(new PrivatePodcastError('bad-input', "The action private_podcast_subscribe_$action did nothing: $complaint"));
        }
    }

    private static function complaint(mixed $address, mixed $sku, ?string $until): ?string
    {
        return match (true) {
            !Gate::isOn() => 'Tick “Let members in” under Settings → Private Podcast first.',
            !Ids::isEmail($address) => 'The first argument must be an e-mail address.',
            !is_string($sku) || !in_array($sku, Settings::items('products'), true) => 'The second argument must be a product ID of the settings.',
            $until === null => 'The third argument must be a date such as “2027-01-31”, an ISO 8601 time with its zone, seconds since 1970, or null.',
            default => null,
        };
    }
}
