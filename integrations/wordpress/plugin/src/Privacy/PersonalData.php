<?php
/** WordPress's tools for exporting and erasing a person's data: what this site keeps, and who else has some. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Privacy;

use PrivatePodcastSubscribe\Access\Gate;
use PrivatePodcastSubscribe\Access\Outbox;
use PrivatePodcastSubscribe\Access\Sender;
use PrivatePodcastSubscribe\Accounts;
use PrivatePodcastSubscribe\Ids;
use PrivatePodcastSubscribe\Service\KeptFeed;
use PrivatePodcastSubscribe\Settings;
use PrivatePodcastSubscribe\Subscribe\Members;

final class PersonalData
{
    private const ID = 'private-podcast-subscribe';

    /** The host of the feed service; empty if none is set. */
    public static function operator(): string
    {
        return Ids::hostOf(Settings::text('base_url'));
    }

    /** @param mixed $exporters of all plugins, an array. */
    public static function addExporter(mixed $exporters): mixed
    {
        return is_array($exporters) ? $exporters + [self::ID => [
            'exporter_friendly_name' => __('Private Podcast', 'private-podcast-subscribe'),
            'callback' => [self::class, 'export'],
        ]] : $exporters;
    }

    /** @param mixed $erasers of all plugins, an array. */
    public static function addEraser(mixed $erasers): mixed
    {
        return is_array($erasers) ? $erasers + [self::ID => [
            'eraser_friendly_name' => __('Private Podcast', 'private-podcast-subscribe'),
            'callback' => [self::class, 'erase'],
        ]] : $erasers;
    }

    /**
     * The data that is kept of an address. The feed link is not in it: whoever has the file could listen.
     * @return array{data: array<int, array<string, mixed>>, done: bool}
     */
    public static function export(mixed $email): array
    {
        $items = [];
        $persons = self::personsOf(Accounts::byEmail((string) $email));
        foreach (self::membersOf((string) $email) as [$member, $sku]) {
            $ids = KeptFeed::kept($member, $sku) ?? (in_array($member['userId'] ?? null, $persons, true) ? $member : null);
            if ($ids !== null) {
                $items[] = self::item($sku, $ids);
            }
        }
        return ['data' => $items, 'done' => true];
    }

    /**
     * Removes what is kept of an address, and what the feed service has of an account that this site states. Codes
     * for a phone cannot be found by it, nor can IDs of which nothing has said for a minute that they are this
     * address's; both end within a day.
     * @return array{items_removed: bool, items_retained: bool, messages: string[], done: bool}
     */
    public static function erase(mixed $email): array
    {
        $isRemoved = KeptFeed::erase(self::membersOf((string) $email));
        $operator = self::operator();
        $user = Accounts::byEmail((string) $email);
        $isErased = $user && Sender::erase($user->ID);
        $isKnownThere = $operator !== '' && !$isErased && ($isRemoved || $user);
        return [
            'items_removed' => $isRemoved || $isErased,
            'items_retained' => $isKnownThere,
            'messages' => $isKnownThere
                /* translators: %s: name of a host */
                ? [sprintf(__('The operator of the feed service, %s, may have an account under this address. Ask them to delete it.', 'private-podcast-subscribe'), $operator)]
                : [],
            'done' => true,
        ];
    }

    /** Removes what is kept of an account that is deleted. */
    public static function eraseUser(mixed $id, mixed $reassign = null, mixed $user = null): void
    {
        if ($user instanceof \WP_User) {
            KeptFeed::erase(self::membersOf($user->user_email));
        }
    }

    /** Removes what is kept under an address that an account no longer has. */
    public static function eraseOldAddress(mixed $id, mixed $before = null): void
    {
        $user = get_userdata((int) $id);
        if ($user && isset($before->user_email) && $before->user_email !== $user->user_email) {
            KeptFeed::erase(self::membersOf($before->user_email));
        }
    }

    /**
     * The names under which the operator may know a person, for each podcast.
     * @return array<int, array{0: array{email?: string, userId?: string}, 1: string}>
     */
    private static function membersOf(string $email): array
    {
        $user = Accounts::byEmail($email);
        $found = [];
        foreach (Settings::items('products') as $sku) {
            $members = [['email' => $email]];
            if ($user) {
                array_push($members, ['email' => $user->user_email], Members::nameOf($user, $sku));
            }
            foreach (self::personsOf($user) as $person) {
                $members[] = ['userId' => $person];
            }
            foreach (array_unique(array_filter($members), SORT_REGULAR) as $member) {
                $found[] = [$member, $sku];
            }
        }
        return $found;
    }

    /** @return string[] the operator's IDs of an account that this site states. */
    private static function personsOf(?\WP_User $user): array
    {
        return $user && Gate::isOn() ? array_values(array_filter(Outbox::of($user->ID)[1])) : [];
    }

    /** @param array{userId: string, entitlementId?: string} $ids */
    private static function item(string $sku, array $ids): array
    {
        $facts = [
            __('Podcast', 'private-podcast-subscribe') => $sku,
            __('Operator of the feed service', 'private-podcast-subscribe') => self::operator(),
            __('User ID at the operator', 'private-podcast-subscribe') => $ids['userId'],
            __('ID of your access', 'private-podcast-subscribe') => $ids['entitlementId'] ?? '',
        ];
        $data = [];
        foreach (array_filter($facts, 'strlen') as $name => $value) {
            $data[] = ['name' => $name, 'value' => $value];
        }
        return [
            'group_id' => self::ID,
            'group_label' => __('Private Podcast', 'private-podcast-subscribe'),
            'item_id' => self::ID . '-' . md5($sku),
            'data' => $data,
        ];
    }
}
