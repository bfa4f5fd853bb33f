<?php
/**
 * All members of this site in one call, once a day and when the settings change: whom it does not name has
 * ended. It is collected in steps, which a later process goes on with.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Access;

use PrivatePodcastSubscribe\Log;
use PrivatePodcastSubscribe\Memberships\Plugins;
use PrivatePodcastSubscribe\PrivatePodcastError;
use PrivatePodcastSubscribe\Sealed;

final class WholeFile
{
    private const OPTION = 'private_podcast_subscribe_file';
    private const USERS_AT_ONCE = 500;
    private const LEAST_CALL_SECONDS = 8.0;

    /**
     * @return array{run: string, at: float, cursor: int, parts: int, isForced: bool, finished: int, code: string, error: string}
     * as another process may have left it. `run` is empty if no file is under way.
     */
    public static function state(): array
    {
        wp_cache_delete(self::OPTION, 'options');
        $state = get_option(self::OPTION);
        return (is_array($state) ? $state : [])
            + ['run' => '', 'at' => 0.0, 'cursor' => 0, 'parts' => 0, 'isForced' => false, 'finished' => 0, 'code' => '', 'error' => ''];
    }

    /** Begins anew, whatever was under way. @param bool $isForced whether more than half of the members may end. */
    public static function start(bool $isForced = false): void
    {
        $begun = ['run' => bin2hex(random_bytes(8)), 'at' => microtime(true), 'cursor' => 0, 'parts' => 0, 'isForced' => $isForced, 'code' => '', 'error' => ''];
        update_option(self::OPTION, $begun + self::state(), false);
    }

    /** The owner has to know of a failure that does not keep the rest waiting. */
    public static function complain(PrivatePodcastError $error): void
    {
        Log::write($error);
        update_option(self::OPTION, ['code' => $error->errorCode, 'error' => $error->getMessage()] + self::state(), false);
    }

    /** @throws PrivatePodcastError if the feed service cannot be asked. */
    public static function goOn(float $seconds): void
    {
        $end = microtime(true) + $seconds;
        while (($state = self::state())['run'] !== '' && microtime(true) < $end) {
            $ids = self::usersAfter($state['cursor']);
            $ids ? self::collect($state, $ids) : self::send($state, max(self::LEAST_CALL_SECONDS, $end - microtime(true)));
        }
    }

    /** @return int[] the next users of this site. */
    private static function usersAfter(int $userId): array
    {
        global $wpdb;
        // The users of before are not needed any more, and these are read as they are now.
        wp_cache_supports('flush_runtime') && wp_cache_flush_runtime();
        $ids = array_map('intval', $wpdb->get_col($wpdb->prepare(
            "SELECT user_id FROM {$wpdb->usermeta} WHERE meta_key = %s AND user_id > %d ORDER BY user_id LIMIT %d",
            [$wpdb->get_blog_prefix() . 'capabilities', $userId, self::USERS_AT_ONCE]
        )));
        cache_users($ids);
        return $ids;
    }

    private static function collect(array $state, array $ids): void
    {
        $lines = '';
        $ends = [];
        foreach (array_filter(array_map('get_userdata', $ids)) as $user) {
            foreach (Statement::of($user) as $subject => $statement) {
                $lines .= wp_json_encode(['subject' => (string) $subject] + $statement) . "\n";
                $ends[$user->ID] ??= (int) Plugins::endsSilentlyAt($user);
            }
        }
        Outbox::note($ends, $state['at']);
        Sealed::set("file:{$state['run']}:{$state['parts']}", ['lines' => $lines], DAY_IN_SECONDS);
        self::save($state, ['cursor' => end($ids), 'parts' => $state['parts'] + 1]);
    }

    private static function send(array $state, float $seconds): void
    {
        $parts = array_map(static fn(int $part) => Sealed::get("file:{$state['run']}:$part"), $state['parts'] ? range(0, $state['parts'] - 1) : []);
        if (in_array(null, $parts, true)) {
            self::start($state['isForced']);
            return;
        }
        $lines = implode('', array_column($parts, 'lines'));
        try {
            Home::require();
            // A site that has let in nobody yet has nothing to say.
            if ($lines !== '' || Outbox::state()['members'] > 0) {
                (new MemberCalls($seconds))->replace($lines, $state['at'], $state['isForced']);
                Outbox::endBefore($state['at']);
            }
        } catch (PrivatePodcastError $error) {
            if (!in_array($error->errorCode, ['refused', 'bad-input'], true)) {
                throw $error;
            }
            self::complain($error);
        }
        self::save($state, ['run' => '', 'finished' => time()]);
        Pause::end();
    }

    /** Another process may have begun anew, with other settings: then this step counts no more. */
    private static function save(array $state, array $changes): void
    {
        $now = self::state();
        if ($now['run'] === $state['run']) {
            update_option(self::OPTION, $changes + $now, false);
        }
    }
}
