<?php
/**
 * The gate reaches the feed: what happens to members in WordPress is written down at once, and told to
 * the feed service after the answer was sent, or within a minute by WP-Cron.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Access;

use PrivatePodcastSubscribe\Memberships\Plugins;
use PrivatePodcastSubscribe\Settings;

use const PrivatePodcastSubscribe\PLUGIN_FILE;

final class Gate
{
    public const EVENT = 'private_podcast_subscribe_minute';
    private const INTERVAL = 'private_podcast_minute';

    /** Settings by which someone's access may change. */
    private const DECIDING = ['access', 'roles', 'products', 'grants', 'base_url', 'client_id'];
    private const USER_ACTIONS = [
        'user_register', 'profile_update', 'deleted_user', 'remove_user_from_blog',
        'set_user_role', 'add_user_role', 'remove_user_role',
    ];

    /** Within the minute after which WP-Cron would begin the next run. */
    private const CRON_SECONDS = 40.0;
    /** Where PHP can send the answer first, nobody waits for this. */
    private const AFTER_ANSWER_SECONDS = 10.0;
    private const BEFORE_ANSWER_SECONDS = 2.0;

    private static bool $hasWork = false;

    /** Whether this site lets members in. */
    public static function isOn(): bool
    {
        return Settings::isOn('grants');
    }

    public static function start(): void
    {
        foreach (self::USER_ACTIONS as $action) {
            add_action($action, [self::class, 'look']);
        }
        Plugins::watch([self::class, 'look']);
        add_action('private_podcast_subscribe_grant', [Actions::class, 'grant'], 10, 3);
        add_action('private_podcast_subscribe_revoke', [Actions::class, 'revoke'], 10, 3);
        foreach (['add_option_', 'update_option_'] as $prefix) {
            add_action($prefix . Settings::OPTION, [self::class, 'onSettings'], 10, 2);
        }
        add_filter('cron_schedules', [self::class, 'addInterval']);
        add_action(self::EVENT, [self::class, 'everyMinute']);
        add_action('admin_init', [self::class, 'schedule']);
        add_action('shutdown', [self::class, 'atShutdown'], 100);
        register_deactivation_hook(PLUGIN_FILE, [self::class, 'unschedule']);
    }

    /** Somebody may have become a member, or be none any more: they are stated anew. */
    public static function look(mixed $userId): void
    {
        if (is_numeric($userId) && $userId > 0 && self::isOn()) {
            Outbox::add((int) $userId);
            self::hasWork();
        }
    }

    /** Something waits: it is sent at the end of this request. */
    public static function hasWork(): void
    {
        self::$hasWork = true;
    }

    /** Everyone is stated anew when the settings say something else about them. */
    public static function onSettings(mixed $before, mixed $after): void
    {
        $decides = static fn(mixed $settings) => array_intersect_key(is_array($settings) ? $settings : [], array_flip(self::DECIDING));
        if (self::isOn() && $decides($before) != $decides($after)) {
            Pause::end();
            WholeFile::start();
            self::hasWork();
        }
        self::schedule();
    }

    /** @param mixed $schedules of WordPress and other plugins. */
    public static function addInterval(mixed $schedules): mixed
    {
        return is_array($schedules)
            ? $schedules + [self::INTERVAL => ['interval' => MINUTE_IN_SECONDS, 'display' => __('Every minute', 'private-podcast-subscribe')]]
            : $schedules;
    }

    public static function schedule(): void
    {
        $isScheduled = (bool) wp_next_scheduled(self::EVENT);
        if (self::isOn() && !$isScheduled) {
            wp_schedule_event(time(), self::INTERVAL, self::EVENT);
        } elseif (!self::isOn() && $isScheduled) {
            self::unschedule();
        }
    }

    public static function unschedule(): void
    {
        wp_clear_scheduled_hook(self::EVENT);
    }

    public static function everyMinute(): void
    {
        if (!self::isOn()) {
            return;
        }
        $file = WholeFile::state();
        if ($file['run'] === '' && $file['finished'] < time() - DAY_IN_SECONDS) {
            WholeFile::start();
        }
        Sender::run(self::CRON_SECONDS);
        self::$hasWork = false;
    }

    public static function atShutdown(): void
    {
        if (!self::$hasWork || !self::isOn() || Pause::isOn()) {
            return;
        }
        self::$hasWork = false;
        self::schedule();
        ignore_user_abort(true);
        // Other requests of this visitor must not wait for PHP's session.
        if (session_status() === PHP_SESSION_ACTIVE) {
            session_write_close();
        }
        $finish = array_values(array_filter(['fastcgi_finish_request', 'litespeed_finish_request'], 'function_exists'));
        if ($finish) {
            $finish[0]();
        }
        $isWaitedFor = !$finish && PHP_SAPI !== 'cli';
        Sender::run($isWaitedFor ? self::BEFORE_ANSWER_SECONDS : self::AFTER_ANSWER_SECONDS);
    }
}
