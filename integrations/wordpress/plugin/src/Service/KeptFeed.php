<?php
/**
 * A member's feed, with as few calls to the operator as possible (docs/interface.md 8): user IDs and
 * entitlements are kept for a day, feed links for minutes, “no access” for seconds. A page that is
 * opened again costs the operator no call, or one. Entries are encrypted, and their names are hashes.
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
    private const ID_SECONDS = 86_400;
    private const ACCESS_SECONDS = 300;
    /** A member who has just paid must not be told for long that they have not. */
    private const NO_ACCESS_SECONDS = 5;
    /** An entry of other settings is not found: a change counts at once, one in wp-config.php too. */
    private const SETTINGS = ['token_url', 'base_url', 'client_id', 'client_secret', 'onboarding_origin_id'];
    /** Operator errors that mean the cached IDs are stale. */
    private const STALE = ['no-access', 'not-found', 'no-feed'];

    /** @param array{email?: string, userId?: string} $member one of the two. */
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
            $name = $this->accessName($ids);
            $before = Sealed::get($name);
            if (isset($before['feed']) && !$isFresh) {
                return $before['feed'];
            }
            $feed = $this->service->feedOf($ids['userId'], $this->sku, $ids);
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
        Sealed::set($this->accessName($ids), ['forgotten' => bin2hex(random_bytes(16))], self::ACCESS_SECONDS);
    }

    /** The user ID is the same whatever name the page knows the member by. */
    private function accessName(array $ids): string
    {
        return self::name('access', ['userId' => $ids['userId']], $this->sku);
    }

    /** The apps that fetch the feed, as `FeedService::connections` gives them. */
    public function connections(): array
    {
        return $this->withIds(fn(array $ids) => $this->service->connections($ids['userId'], $ids));
    }

    /**
     * Uses the member's IDs: those that are kept, and new ones if they turn out to be wrong.
     * @param callable $use (array{userId: string, entitlementId: string, title: string}): array
     */
    private function withIds(callable $use, bool $isFresh = false): array
    {
        $name = self::name('entitlement', $this->member, $this->sku);
        $kept = $isFresh ? null : Sealed::get($name);
        if (isset($kept['noAccess'])) {
            throw Lists::noAccess();
        }
        try {
            return $this->tryIds($use, $kept, $isFresh);
        } catch (PrivatePodcastError $error) {
            if ($error->errorCode === 'no-access') {
                Sealed::set($name, ['noAccess' => true], self::NO_ACCESS_SECONDS);
            }
            throw $error;
        }
    }

    private function tryIds(callable $use, ?array $kept, bool $isFresh): array
    {
        $userId = $isFresh || $kept || !isset($this->member['email'])
            ? null
            : (Sealed::get(self::name('user', $this->member))['userId'] ?? null);
        try {
            return $use($kept ?? $this->askForIds($userId));
        } catch (PrivatePodcastError $error) {
            $isStale = ($kept || $userId !== null) && in_array($error->errorCode, self::STALE, true);
            return $isStale ? $use($this->askForIds(null)) : throw $error;
        }
    }

    /** 4.2 and 4.3. Keeps what they give. */
    private function askForIds(?string $userId): array
    {
        $userId ??= $this->member['userId'] ?? $this->askForUserId();
        if (isset($this->member['email'])) {
            Sealed::set(self::name('user', $this->member), ['userId' => $userId], self::ID_SECONDS);
        }
        $ids = ['userId' => $userId] + $this->service->onboard($userId, $this->sku);
        Sealed::set(self::name('entitlement', $this->member, $this->sku), $ids, self::ID_SECONDS);
        return $ids;
    }

    /**
     * The IDs that are kept of a member, for an export of their data; null if there are none.
     * @return ?array{userId: string, entitlementId?: string}
     */
    public static function kept(array $member, string $sku): ?array
    {
        foreach (self::namesOfIds($member, $sku) as $name) {
            $ids = Sealed::get($name);
            // The user ID is kept also where the podcast refuses the member.
            if (isset($ids['userId'])) {
                return $ids;
            }
        }
        return null;
    }

    /** Removes all that is kept of a member. @return bool whether there was anything. */
    public static function erase(array $member, string $sku): bool
    {
        $ids = self::kept($member, $sku);
        $names = self::namesOfIds($member, $sku);
        $userId = $ids['userId'] ?? $member['userId'] ?? null;
        if ($userId !== null) {
            $names[] = self::name('access', ['userId' => $userId], $sku);
        }
        $isRemoved = array_map([Kept::class, 'delete'], $names);
        return in_array(true, $isRemoved, true);
    }

    /** @return string[] of the entries that may hold a member's IDs. */
    private static function namesOfIds(array $member, string $sku): array
    {
        return [self::name('entitlement', $member, $sku), self::name('user', $member)];
    }

    /** 4.2. A member whom the operator does not know, and may not make an account for, has no access. */
    private function askForUserId(): string
    {
        $mayCreate = Settings::isOn('create_users');
        try {
            return $this->service->userIdOf($this->member['email'], $mayCreate);
        } catch (PrivatePodcastError $error) {
            throw $error->errorCode === 'not-found' && !$mayCreate ? Lists::noAccess() : $error;
        }
    }

    private static function name(string $kind, array $member, string $sku = ''): string
    {
        $settings = array_map([Settings::class, 'text'], self::SETTINGS);
        return (string) wp_json_encode([$kind, VERSION, $settings, Settings::scope(), $member, $sku]);
    }
}
