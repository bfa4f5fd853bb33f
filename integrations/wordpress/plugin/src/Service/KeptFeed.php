<?php
/**
 * A member's feed, with as few calls to the operator as possible (docs/interface.md 8): the user of an
 * address is kept for a minute, a user's entitlements for a day, feed links for minutes, “no access” for
 * seconds. A page that is opened again costs the operator two calls at most, and one
 * more for connections. Entries are encrypted, and
 * their names are hashes.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Service;

use PrivatePodcastSubscribe\Kept;
use PrivatePodcastSubscribe\PrivatePodcastError;
use PrivatePodcastSubscribe\Sealed;
use PrivatePodcastSubscribe\Settings;

use const PrivatePodcastSubscribe\VERSION;

final class KeptFeed
{
    /** An address may get another holder, who must not be given the link of the one before. */
    private const ADDRESS_SECONDS = 60;
    private const ENTITLEMENT_SECONDS = 86_400;
    private const ACCESS_SECONDS = 300;
    private const APPS_SECONDS = 60;
    /** How long the Subscription waits for the apps once the feed is there. */
    private const PATIENCE_SECONDS = 0.1;
    /** A page has room for three. */
    private const MAX_APPS = 3;
    /** A member who has just paid must not be told for long that they have not. */
    private const NO_ACCESS_SECONDS = 5;
    /** An entry of other settings is not found: a change counts at once, one in wp-config.php too. */
    private const SETTINGS = ['token_url', 'base_url', 'client_id', 'client_secret', 'onboarding_origin_id'];
    /** Operator errors that mean the cached IDs are stale. */
    private const STALE = ['no-access', 'not-found', 'no-feed'];

    /** The IDs that the feed was found with. */
    private ?array $ids = null;

    /** @param array{email?: string, userId?: string, anew?: \Closure} $member one of the first two; `anew` asks for the user ID again. */
    public function __construct(private FeedService $service, private array $member, private string $sku)
    {
    }

    /**
     * The member's feed, as `FeedService::feedOf` gives it.
     * @param bool $isFresh whether to ask for everything anew, whatever is kept.
     * @throws PrivatePodcastError `no-access`, `no-feed`, or why a call failed.
     */
    public function find(bool $isFresh = false): array
    {
        return $this->withIds(function (array $ids) use ($isFresh): array {
            $name = self::name('access', $ids['userId'], $this->sku);
            $before = Sealed::get($name);
            if (isset($before['feed']) && !$isFresh) {
                $this->ids = $ids;
                return $before['feed'];
            }
            $feed = $this->service->feedOf($ids['userId'], $this->sku, $ids);
            $this->ids = $ids;
            // If the link was replaced meanwhile, this may be the old one.
            if (Sealed::get($name) === $before) {
                Sealed::set($name, ['feed' => $feed], self::ACCESS_SECONDS);
            }
            return $feed;
        }, $isFresh);
    }

    /**
     * A new feed link. The old one is forgotten before, in case the answer gets lost, and after: of two
     * answers nobody knows which link is the newer, so the next view asks.
     */
    public function replace(): array
    {
        return $this->withIds(function (array $ids): array {
            $this->forget($ids);
            try {
                return $this->service->resetFeed($ids['userId'], $this->sku, $ids);
            } finally {
                $this->forget($ids);
            }
        });
    }

    /** Another mark each time, so that a page that is reading the old link right now sees the change. */
    private function forget(array $ids): void
    {
        Sealed::set(self::name('access', $ids['userId'], $this->sku), ['forgotten' => bin2hex(random_bytes(16))], self::ACCESS_SECONDS);
    }

    /** The apps that fetch the feed, as `FeedService::connections` gives them. */
    public function connections(): array
    {
        return $this->withIds(fn(array $ids) => $this->service->connections($ids['userId'], $ids));
    }

    /**
     * The latest apps that fetch the feed that `find` gave; null if they are not known in time. An answer, or a
     * failure, is kept for a minute, for that link alone.
     * @return ?array<int, array{app?: string, name: string, lastFetchedAt: string}>
     */
    public function latestApps(string $feedUrl, bool $isFresh = false): ?array
    {
        if ($this->ids === null) {
            return null;
        }
        $name = self::name('apps', $this->ids['userId'], $this->sku);
        $kept = $isFresh ? null : Sealed::get($name);
        if (($kept['feedUrl'] ?? null) === $feedUrl) {
            return $kept['apps'];
        }
        try {
            $found = (new FeedService(new Http(self::PATIENCE_SECONDS)))->connections($this->ids['userId'], $this->ids);
            $apps = self::latest($found);
        } catch (PrivatePodcastError) {
            // Whoever asks for the connections themselves learns why.
            $apps = null;
        }
        Sealed::set($name, ['feedUrl' => $feedUrl, 'apps' => $apps], self::APPS_SECONDS);
        return $apps;
    }

    /** What a page can show of connections. */
    private static function latest(array $found): array
    {
        $lengthOf = static fn(string $text) => (int) preg_match_all('/./su', $text);
        $usable = array_filter($found, static fn(array $app) =>
            $lengthOf($app['name']) >= 1 && $lengthOf($app['name']) <= 100
            && strlen($app['lastFetchedAt']) <= 40 && strtotime($app['lastFetchedAt']) !== false);
        usort($usable, static fn(array $one, array $other) => strtotime($other['lastFetchedAt']) <=> strtotime($one['lastFetchedAt']));
        return array_map(static fn(array $app) => array_filter([
            'app' => strlen($app['app'] ?? '') <= 64 ? $app['app'] ?? '' : '',
            'name' => $app['name'],
            'lastFetchedAt' => $app['lastFetchedAt'],
        ], static fn(string $text) => $text !== ''), array_slice($usable, 0, self::MAX_APPS));
    }

    /**
     * Uses the member's IDs: those that are kept, and new ones if they turn out to be wrong.
     * @param callable $use (array{userId: string, entitlementId: string, title: string}): array
     */
    private function withIds(callable $use, bool $isFresh = false): array
    {
        if ($isFresh) {
            return $this->useNew($use, $this->askForUserId());
        }
        $keptUser = match (true) {
            isset($this->member['email']) => self::keptOf('user', $this->member['email']),
            isset($this->member['anew']) => $this->member,
            default => null,
        };
        $userId = $keptUser['userId'] ?? $this->askForUserId();
        $kept = self::keptOf('entitlement', $userId, $this->sku);
        if (!$kept && !$keptUser) {
            return $this->useNew($use, $userId);
        }
        try {
            return $use($kept ?? $this->askForIds($userId));
        } catch (PrivatePodcastError $error) {
            if (!in_array($error->errorCode, self::STALE, true)) {
                throw $error;
            }
            return $this->useNew($use, $keptUser ? $this->askForUserId() : $userId);
        }
    }

    /** Uses new IDs of a user, and keeps “no access” if that is what comes of it. */
    private function useNew(callable $use, string $userId): array
    {
        return self::keepRefusal(
            self::name('entitlement', $userId, $this->sku),
            fn() => $use($this->askForIds($userId))
        );
    }

    /** An entry; null if there is none. @throws PrivatePodcastError `no-access` if that is what is kept. */
    private static function keptOf(string $kind, string $of, string $sku = ''): ?array
    {
        $kept = Sealed::get(self::name($kind, $of, $sku));
        return isset($kept['noAccess']) ? throw Lists::noAccess() : $kept;
    }

    /** @param callable $work whose “no access” is kept for seconds. */
    private static function keepRefusal(string $name, callable $work): mixed
    {
        try {
            return $work();
        } catch (PrivatePodcastError $error) {
            if ($error->errorCode === 'no-access') {
                Sealed::set($name, ['noAccess' => true], self::NO_ACCESS_SECONDS);
            }
            throw $error;
        }
    }

    /** 4.2, or what this site's statement is answered with. Keeps what 4.2 gives. */
    private function askForUserId(): string
    {
        $email = $this->member['email'] ?? null;
        if ($email === null) {
            return isset($this->member['anew']) ? $this->member['anew']() : $this->member['userId'];
        }
        $name = self::name('user', $email);
        $userId = self::keepRefusal($name, fn() => $this->userIdOf($email));
        Sealed::set($name, ['userId' => $userId], self::ADDRESS_SECONDS);
        return $userId;
    }

    /** A member whom the operator does not know, and may not make an account for, has no access. */
    private function userIdOf(string $email): string
    {
        $mayCreate = Settings::isOn('create_users');
        try {
            return $this->service->userIdOf($email, $mayCreate);
        } catch (PrivatePodcastError $error) {
            throw $error->errorCode === 'not-found' && !$mayCreate ? Lists::noAccess() : $error;
        }
    }

    /** 4.3. Keeps what it gives. */
    private function askForIds(string $userId): array
    {
        $ids = ['userId' => $userId] + $this->service->onboard($userId, $this->sku);
        Sealed::set(self::name('entitlement', $userId, $this->sku), $ids, self::ENTITLEMENT_SECONDS);
        return $ids;
    }

    /** The user whom a member is, as far as it is kept; null if it is not known. */
    private static function userOf(array $member): ?string
    {
        return $member['userId'] ?? Sealed::get(self::name('user', $member['email']))['userId'] ?? null;
    }

    /**
     * The IDs that are kept of a member, for an export of their data; null if there are none. Those of an
     * address are found for a minute only: after that nothing says whose they are, and they end within a day.
     * @return ?array{userId: string, entitlementId?: string}
     */
    public static function kept(array $member, string $sku): ?array
    {
        $userId = self::userOf($member);
        $ids = $userId === null ? null : Sealed::get(self::name('entitlement', $userId, $sku));
        if (isset($ids['userId'])) {
            return $ids;
        }
        // The user of an address is kept also where the podcast refuses the member.
        return isset($member['email']) && $userId !== null ? ['userId' => $userId] : null;
    }

    /**
     * Removes all that is kept of members, as far as `kept` finds it.
     * @param array<int, array{0: array{email?: string, userId?: string}, 1: string}> $members each with a podcast.
     * @return bool whether there was anything.
     */
    public static function erase(array $members): bool
    {
        // All names first: the user of an address leads to the rest.
        $names = array_merge([], ...array_map(fn(array $each) => self::namesOf(...$each), $members));
        $isRemoved = array_map([Kept::class, 'delete'], array_unique($names));
        return in_array(true, $isRemoved, true);
    }

    /** @return string[] of the entries that hold something of a member. */
    private static function namesOf(array $member, string $sku): array
    {
        $names = isset($member['email']) ? [self::name('user', $member['email'])] : [];
        $userId = self::userOf($member);
        return $userId === null
            ? $names
            : [...$names, ...array_map(static fn(string $kind) => self::name($kind, $userId, $sku), ['entitlement', 'access', 'apps'])];
    }

    /**
     * Nothing but the user of an address is kept by the address: it may be another user's tomorrow.
     * @param string $of an address, or a user ID.
     */
    private static function name(string $kind, string $of, string $sku = ''): string
    {
        $settings = array_map([Settings::class, 'text'], self::SETTINGS);
        return (string) wp_json_encode([$kind, VERSION, $settings, Settings::scope(), $of, $sku]);
    }
}
