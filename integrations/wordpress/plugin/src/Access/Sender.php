<?php
/** States the users who wait in the outbox, and then goes on with the file of all members. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Access;

use PrivatePodcastSubscribe\Ids;
use PrivatePodcastSubscribe\Log;
use PrivatePodcastSubscribe\Memberships\Plugins;
use PrivatePodcastSubscribe\PrivatePodcastError;

final class Sender
{
    private const ROWS_AT_ONCE = 20;

    /**
     * One process at a time sends: the database holds the lock, and releases it if the process dies.
     * @param bool $isForced whether to send during the wait after a failure, too.
     * @return int how many users were done.
     */
    public static function run(float $seconds, bool $isForced = false): int
    {
        global $wpdb;
        $end = microtime(true) + $seconds;
        $lock = 'private_podcast_' . substr(hash('sha256', DB_NAME . Outbox::name()), 0, 40);
        if (Home::hasMoved() || (Pause::isOn() && !$isForced) || !$wpdb->get_var($wpdb->prepare('SELECT GET_LOCK(%s, %d)', $lock, $isForced ? 10 : 0))) {
            return 0;
        }
        $done = 0;
        try {
            while (microtime(true) < $end && $rows = Outbox::due(self::ROWS_AT_ONCE)) {
                while ($rows && microtime(true) < $end) {
                    self::send(array_shift($rows));
                    $done++;
                }
            }
            WholeFile::goOn($end - microtime(true));
        } catch (\Throwable $thrown) {
            $error = Log::loggable($thrown);
            Log::write($error);
            Pause::begin($error);
        } finally {
            $wpdb->query($wpdb->prepare('DO RELEASE_LOCK(%s)', $lock));
        }
        return $done;
    }

    /** One user whom the feed service refuses, or for whom a filter fails, must not keep the others waiting. */
    private static function send(object $row): void
    {
        $userId = (int) $row->user_id;
        try {
            $user = Statement::userOf($userId);
            $user && Given::claim($user);
            $isMember = self::state($userId) !== [];
            Outbox::finish($row, $isMember ? (int) Plugins::endsSilentlyAt($user) : 0);
            Pause::end();
        } catch (\Throwable $thrown) {
            $error = Log::loggable($thrown);
            if ($thrown instanceof PrivatePodcastError && !in_array($error->errorCode, ['bad-input', 'older'], true)) {
                throw $thrown;
            }
            Log::write($error);
            $wait = $error->errorCode === 'older' ? MINUTE_IN_SECONDS : HOUR_IN_SECONDS;
            Outbox::finish($row, time() + $wait, $error->getMessage());
        }
    }

    /**
     * States a user as they are now.
     * @return array<string, ?string> the operator's IDs of a member, by subject; null for one that it finds by the address.
     * @throws PrivatePodcastError
     */
    public static function state(int $userId): array
    {
        Home::require();
        $at = microtime(true);
        $calls = new MemberCalls();
        $user = Statement::userOf($userId);
        $statements = $user ? Statement::of($user) : [];
        [$wasMember, $before] = Outbox::of($userId);
        $persons = [];
        // Before the call: if this process dies after it, the next one knows that there may be something to end.
        Outbox::note($statements ? [$userId => 0] : [], 1);
        foreach ($statements as $subject => $statement) {
            $persons[$subject] = $calls->put((string) $subject, $statement, $at);
        }
        // Nobody is named to the operator who was not a member.
        foreach (array_diff_key($before + ($wasMember ? [$userId => ''] : []), $statements) as $subject => $person) {
            $user && $subject === $userId && Ids::isEmail($user->user_email)
                ? $calls->put((string) $subject, ['email' => $user->user_email, 'grants' => []], $at)
                : $calls->delete((string) $subject, $at);
        }
        Outbox::keep($userId, $persons, $statements !== []);
        return $persons;
    }

    /**
     * Removes a user at the feed service. If they are a member, their next visit begins anew.
     * @return bool whether it has nothing left of what this site has told it.
     */
    public static function erase(int $userId): bool
    {
        if (!Gate::isOn()) {
            return false;
        }
        try {
            Home::require();
            foreach (array_keys(Outbox::of($userId)[1] + [$userId => '']) as $subject) {
                (new MemberCalls())->delete((string) $subject, microtime(true), true);
            }
            Outbox::keep($userId, [], false);
            return true;
        } catch (PrivatePodcastError $error) {
            Log::write($error);
            return false;
        }
    }

    /** The operator's ID of the person whom this site's statements name; null if it finds them by the address. */
    public static function personOf(\WP_User $user, string $sku, string $address): ?string
    {
        if (!Gate::isOn() || !(Rules::isSetFor($sku) || Given::until($user, $sku) !== null)) {
            return null;
        }
        $subject = Statement::subject($user, $address);
        [$statedAt, $persons] = Outbox::of($user->ID);
        // That the address finds them may have another answer now, if the operator believes addresses no more.
        $isKnown = isset($persons[$subject]) || (array_key_exists($subject, $persons) && $statedAt > time() - MINUTE_IN_SECONDS);
        return ($isKnown ? $persons : self::state($user->ID))[$subject] ?? null;
    }
}
