<?php
/**
 * Brings everything in line, in steps that a later process goes on with: every user is looked at, and the
 * feed service's list is held against the rows. Only grants of this site are touched.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Access;

use PrivatePodcastSubscribe\PrivatePodcastError;
use PrivatePodcastSubscribe\Service\Http;
use PrivatePodcastSubscribe\Settings;

final class Sync
{
    public const OPTION = 'private_podcast_subscribe_sync';

    private const USERS_AT_ONCE = 500;
    private const MAX_CALL_SECONDS = 8.0;

    /** @return array{run: string, step: string, started: int, cursor: string, finished: int} as another process may have left it. */
    public static function state(): array
    {
        wp_cache_delete(self::OPTION, 'options');
        $state = get_option(self::OPTION);
        return (is_array($state) ? $state : []) + ['run' => '', 'step' => '', 'started' => 0, 'cursor' => '', 'finished' => 0];
    }

    public static function isRunning(): bool
    {
        return self::state()['step'] !== '';
    }

    /** Begins anew, whatever was under way. */
    public static function start(): void
    {
        Table::create();
        Ledger::prune();
        $state = self::state();
        // A sync that begins in the second in which the last one ended counts as later.
        $started = max(time(), $state['finished'] + 1);
        $run = bin2hex(random_bytes(8));
        update_option(self::OPTION, ['run' => $run, 'step' => 'users', 'started' => $started, 'cursor' => '0'] + $state, false);
    }

    /**
     * Takes steps for some time.
     * @return bool whether all steps are done.
     * @throws PrivatePodcastError if the feed service cannot be asked.
     */
    public static function goOn(float $seconds): bool
    {
        $end = microtime(true) + $seconds;
        while (self::isRunning() && microtime(true) < $end) {
            $state = self::state();
            // The comparison needs the rows as they are after all looks.
            if ($state['step'] !== 'users' && Queue::state()['looks'] > 0 && Worker::run($end - microtime(true)) > 0) {
                continue;
            }
            self::save(match ($state['step']) {
                'users' => self::lookAtUsers($state),
                'gone' => self::lookAtGone($state),
                default => self::compare($state),
            });
        }
        return !self::isRunning();
    }

    /** Another process may have begun anew, with other settings: then this step counts no more. */
    private static function save(array $state): void
    {
        if (self::state()['run'] === $state['run']) {
            update_option(self::OPTION, $state, false);
        }
    }

    /** The next users of this site wait for a look. */
    private static function lookAtUsers(array $state): array
    {
        global $wpdb;
        $ids = $wpdb->get_col($wpdb->prepare(
            "SELECT user_id FROM {$wpdb->usermeta} WHERE meta_key = %s AND user_id > %d ORDER BY user_id LIMIT %d",
            [$wpdb->get_blog_prefix() . 'capabilities', (int) $state['cursor'], self::USERS_AT_ONCE]
        ));
        self::lookAtAll($ids);
        return count($ids) < self::USERS_AT_ONCE
            ? ['step' => 'gone', 'cursor' => '0'] + $state
            : ['cursor' => (string) end($ids)] + $state;
    }

    /** Users who have a row and are no longer of this site. */
    private static function lookAtGone(array $state): array
    {
        global $wpdb;
        $ids = $wpdb->get_col($wpdb->prepare(
            'SELECT granted.id FROM (SELECT user_id AS id FROM ' . Table::name() . " WHERE user_id > 0 AND sku <> '' AND by_rule = 1"
                . ' UNION SELECT action_user_id FROM ' . Table::name() . ' WHERE action_user_id > 0 AND by_action = 1) granted'
                . " LEFT JOIN {$wpdb->usermeta} meta ON meta.user_id = granted.id AND meta.meta_key = %s WHERE meta.user_id IS NULL",
            $wpdb->get_blog_prefix() . 'capabilities'
        ));
        self::lookAtAll($ids);
        return ['step' => 'compare', 'cursor' => ''] + $state;
    }

    private static function lookAtAll(array $ids): void
    {
        foreach ($ids as $id) {
            Ledger::look((int) $id);
        }
    }

    /** A page of the service's grants of a podcast; after the last page, what the service lacks. */
    private static function compare(array $state): array
    {
        [$sku, $cursor] = json_decode($state['cursor'], true) ?? [self::nextSku(null), ''];
        if ($sku === null) {
            return ['step' => '', 'cursor' => '', 'finished' => max($state['started'], time())] + $state;
        }
        $page = (new AdminCalls(new Http(self::MAX_CALL_SECONDS)))->grants($sku, $cursor);
        Comparison::ofPage($page['grants'], $sku, $state['started']);
        if ($page['cursor'] === '') {
            Comparison::ofMissing($sku, $state['started']);
        }
        $next = $page['cursor'] === '' ? [self::nextSku($sku), ''] : [$sku, $page['cursor']];
        return ['cursor' => (string) wp_json_encode($next)] + $state;
    }

    private static function nextSku(?string $after): ?string
    {
        global $wpdb;
        $sql = 'SELECT MIN(sku) FROM ' . Table::name() . ' WHERE sku > %s';
        return $wpdb->get_var($wpdb->prepare($sql, (string) $after));
    }
}
