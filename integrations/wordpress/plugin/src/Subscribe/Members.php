<?php
/** Whose feed of which podcast: from a subscribe token to the member, and from the member to the feed. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Subscribe;

// phpcs:disable WordPress.Security.EscapeOutput.ExceptionNotEscaped -- Messages go to the log and through esc_html(), never straight into a page.

use PrivatePodcastSubscribe\Access\Rules;
use PrivatePodcastSubscribe\Access\Sender;
use PrivatePodcastSubscribe\Accounts;
use PrivatePodcastSubscribe\Ids;
use PrivatePodcastSubscribe\PrivatePodcastError;
use PrivatePodcastSubscribe\Service\FeedService;
use PrivatePodcastSubscribe\Service\KeptFeed;
use PrivatePodcastSubscribe\Service\Lists;

final class Members
{
    public function __construct(private FeedService $service)
    {
    }

    /**
     * The feed of the member that a token names.
     * @param array{email: ?string, userId: ?string, user: ?int, sku: string, hasAccess: bool} $who as `SubscribeToken::verify` gives it.
     * @param bool $isFresh whether to ask for everything anew, whatever is kept.
     * @param bool $withApps whether to ask for the apps that fetch it; null if they are not known.
     * @return array{feedUrl: string, title: string, streamingUrl: string, streamingLinkUrl: string, connections?: ?array}
     * @throws PrivatePodcastError
     */
    public function feedOf(array $who, bool $isFresh = false, bool $withApps = false): array
    {
        $member = $this->memberOf($who);
        if (isset($member['feedUrl'])) {
            return ['feedUrl' => $member['feedUrl'], 'title' => '', 'streamingUrl' => '', 'streamingLinkUrl' => ''];
        }
        $kept = $this->kept($member, $who['sku']);
        $feed = $kept->find($isFresh);
        return $withApps ? $feed + ['connections' => $kept->latestApps($feed['feedUrl'], $isFresh)] : $feed;
    }

    /** A new feed link, as `feedOf` gives it. */
    public function resetFeed(array $who): array
    {
        return $this->kept($this->memberOf($who), $who['sku'])->replace();
    }

    /** The apps that fetch the member's feed. */
    public function connections(array $who): array
    {
        return $this->kept($this->memberOf($who), $who['sku'])->connections();
    }

    /** The member's feed at the operator. */
    private function kept(array $member, string $sku): KeptFeed
    {
        if (isset($member['feedUrl'])) {
            throw new PrivatePodcastError('not-found', 'The filter private_podcast_subscribe_feed_url gives this feed. The feed service knows nothing about it.');
        }
        return new KeptFeed($this->service, $member, $sku);
    }

    /**
     * How the operator knows the member, or the feed that the site has for them.
     * @return array{email?: string, userId?: string, feedUrl?: string, anew?: \Closure} one of the first three; `anew` asks for the user ID again.
     */
    private function memberOf(array $who): array
    {
        if (!$who['hasAccess']) {
            throw Lists::noAccess();
        }
        $user = self::userOf($who);
        if ($user === null) {
            return $who['email'] === null ? ['userId' => $who['userId']] : ['email' => $who['email']];
        }
        $member = self::allowed($user, $who['sku']);
        if ($member === null) {
            throw Lists::noAccess();
        }
        /**
         * Filters the feed URL of a member. With a URL, the operator is not asked.
         *
         * @param ?string $feedUrl null: the operator knows it.
         * @param \WP_User $user who is logged in, and may listen.
         * @param string $sku product ID of the podcast.
         */
        $feedUrl = apply_filters('private_podcast_subscribe_feed_url', null, $user, $who['sku']);
        return $feedUrl === null
            ? self::asStated(self::requireMember($member), $user, $who['sku'])
            : ['feedUrl' => self::requireFeedUrl($feedUrl)];
    }

    /** Whom this site states is asked for by the operator's ID: anybody may give an account any address. */
    private static function asStated(array $member, \WP_User $user, string $sku): array
    {
        $ask = static fn() => isset($member['email']) ? Sender::personOf($user, $sku, $member['email']) : null;
        $person = $ask();
        return $person === null ? $member : ['userId' => $person, 'anew' => static function () use ($ask, $user, $person): string {
            // The feed service may not know this ID any more, as after a restored backup.
            Sender::state($user->ID);
            return $ask() ?? $person;
        }];
    }

    /**
     * The user of this site whom a token names; null if another backend made it for someone who has no
     * account here. A token of this site ends with the account, and with the address that it was made for.
     */
    private static function userOf(array $who): ?\WP_User
    {
        if ($who['user'] === null) {
            return $who['email'] === null ? null : Accounts::byEmail($who['email']);
        }
        $user = get_user_by('id', $who['user']);
        if (!$user || $user->user_email !== $who['email']) {
            throw SubscribeToken::invalid();
        }
        return $user;
    }

    /** Whether a user may listen. It is asked when a token is made, and again when it is used. */
    public static function mayListen(\WP_User $user, string $sku): bool
    {
        return self::allowed($user, $sku) !== null;
    }

    /**
     * How the operator knows a user who may listen; null for another user, or if a filter is wrong.
     * @return ?array{email?: string, userId?: string}
     */
    public static function nameOf(\WP_User $user, string $sku): ?array
    {
        try {
            return self::requireMember(self::allowed($user, $sku));
        } catch (PrivatePodcastError) {
            return null;
        }
    }

    /** Asks the rules and the filters about a user: how the operator knows them, or null for no access. */
    private static function allowed(\WP_User $user, string $sku): mixed
    {
        /**
         * Filters how the operator knows a member.
         *
         * @param ?array{email?: string, userId?: string} $member one of the two; null for a user who has no access.
         * @param \WP_User $user who is logged in.
         * @param string $sku product ID of the podcast.
         */
        $member = apply_filters(
            'private_podcast_subscribe_member',
            Rules::mayListen($user, $sku) ? ['email' => $user->user_email] : null,
            $user,
            $sku
        );
        return $member === false ? null : $member;
    }

    private static function requireMember(mixed $member): array
    {
        $email = is_array($member) ? ($member['email'] ?? null) : null;
        $userId = is_array($member) ? ($member['userId'] ?? null) : null;
        if ($userId === null && Ids::isEmail($email)) {
            return ['email' => $email];
        }
        if ($email === null && Ids::isId($userId)) {
            return ['userId' => $userId];
        }
        throw new PrivatePodcastError('config', 'A filter private_podcast_subscribe_member must return an array with either `email` or `userId`, or null.');
    }

    private static function requireFeedUrl(mixed $feedUrl): string
    {
        if (Ids::isWebUrl($feedUrl)) {
            return $feedUrl;
        }
        throw new PrivatePodcastError('config', 'A filter private_podcast_subscribe_feed_url must return an absolute URL, or null.');
    }
}
