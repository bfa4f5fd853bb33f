<?php
/** Tools → Site Health: whether the feed service has what this site wants, and since when not. It names no member. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Admin;

use PrivatePodcastSubscribe\Access\Gate;
use PrivatePodcastSubscribe\Access\Home;
use PrivatePodcastSubscribe\Access\Outbox;
use PrivatePodcastSubscribe\Access\Pause;
use PrivatePodcastSubscribe\Access\WholeFile;
use PrivatePodcastSubscribe\Memberships\Plugins;

use const PrivatePodcastSubscribe\VERSION;

final class SiteHealth
{
    /** A member's change reaches the feed within a minute; a second one is for a busy site. */
    private const LATE_SECONDS = 2 * MINUTE_IN_SECONDS;
    private const CRITICAL_SECONDS = HOUR_IN_SECONDS;

    public static function start(): void
    {
        add_filter('site_status_tests', [self::class, 'addTest']);
        add_filter('debug_information', [self::class, 'addInformation']);
    }

    public static function addTest(mixed $tests): mixed
    {
        if (is_array($tests) && Gate::isOn()) {
            $tests['direct']['private_podcast_subscribe'] = [
                'label' => __('Members of your private podcasts', 'private-podcast-subscribe'),
                'test' => [self::class, 'test'],
            ];
        }
        return $tests;
    }

    /** @return array<string, mixed> as WordPress wants a test's result. */
    public static function test(): array
    {
        $outbox = Outbox::state();
        $complaints = self::complaints(self::LATE_SECONDS);
        $isCritical = $outbox['waiting'] > 0 && time() - $outbox['since'] > self::CRITICAL_SECONDS;
        /* translators: %d: number of members */
        $good = _n('The feed service lets in %d member whom this site lets in.', 'The feed service lets in %d members whom this site lets in.', $outbox['members'], 'private-podcast-subscribe');
        return [
            'label' => $complaints
                ? __('Some members of your private podcasts are waiting', 'private-podcast-subscribe')
                : __('The members of your private podcasts are in line with this site', 'private-podcast-subscribe'),
            'status' => $complaints ? ($isCritical ? 'critical' : 'recommended') : 'good',
            'badge' => ['label' => __('Private Podcast', 'private-podcast-subscribe'), 'color' => 'blue'],
            'description' => implode('', array_map(static fn(string $text) => '<p>' . esc_html($text) . '</p>', $complaints ?: [sprintf($good, $outbox['members'])])),
            'actions' => $complaints ? sprintf(
                '<p><a href="%s">%s</a></p>',
                esc_url(admin_url('options-general.php?page=' . SettingsPage::SLUG)),
                esc_html__('Open the settings', 'private-podcast-subscribe')
            ) : '',
            'test' => 'private_podcast_subscribe',
        ];
    }

    /**
     * Says what is wrong, since when, and what to do.
     * @param int $seconds for which a change may wait.
     * @return string[]
     */
    public static function complaints(int $seconds = -1): array
    {
        $outbox = Outbox::state();
        $isLate = $outbox['error'] !== '' || ($outbox['waiting'] > 0 && time() - $outbox['since'] > $seconds);
        if (!$isLate) {
            return self::reasons();
        }
        $reasons = array_values(array_filter([...self::reasons(), Pause::current()['message'], $outbox['error']]));
        return [
            sprintf(
                /* translators: 1: number of changes, 2: a time, such as "5 mins" */
                _n('%1$d change has not reached the feed service, for %2$s. Until it has, somebody may hear too much or too little.', '%1$d changes have not reached the feed service, the oldest for %2$s. Until they have, somebody may hear too much or too little.', $outbox['waiting'], 'private-podcast-subscribe'),
                $outbox['waiting'],
                human_time_diff($outbox['since'])
            ),
            ...($reasons ?: [__('WP-Cron has not run. It runs when somebody visits the site, or each minute if your web host calls wp-cron.php. Ask your web host for that.', 'private-podcast-subscribe')]),
        ];
    }

    /** @return string[] what will not pass by itself, however short ago it began. */
    private static function reasons(): array
    {
        return array_values(array_filter([Home::hasMoved() ? Home::message() : '', WholeFile::state()['error']]));
    }

    /** Counts and times for a support request. No address, no URL. */
    public static function addInformation(mixed $information): mixed
    {
        if (is_array($information)) {
            $information['private-podcast-subscribe'] = [
                'label' => __('Private Podcast', 'private-podcast-subscribe'),
                'fields' => array_map(
                    static fn(array $field) => ['label' => $field[0], 'value' => $field[1]],
                    self::fields()
                ),
            ];
        }
        return $information;
    }

    /** @return array<string, array{0: string, 1: string|int}> label and value. */
    private static function fields(): array
    {
        $fields = [
            'version' => [__('Version', 'private-podcast-subscribe'), VERSION],
            'gate' => [__('This site lets members in', 'private-podcast-subscribe'), Gate::isOn() ? __('Yes', 'private-podcast-subscribe') : __('No', 'private-podcast-subscribe')],
            'plugins' => [__('Membership plugins', 'private-podcast-subscribe'), implode(', ', array_map(static fn(string $plugin) => $plugin::name(), Plugins::active())) ?: '–'],
        ];
        if (!Gate::isOn()) {
            return $fields;
        }
        $outbox = Outbox::state();
        $time = static fn(int $time) => $time ? gmdate('Y-m-d H:i:s', $time) . ' UTC' : '–';
        return $fields + [
            'members' => [__('Members let in', 'private-podcast-subscribe'), $outbox['members']],
            'waiting' => [__('Changes that wait', 'private-podcast-subscribe'), $outbox['waiting']],
            'since' => [__('The oldest since', 'private-podcast-subscribe'), $time($outbox['since'])],
            'error' => [__('Last error', 'private-podcast-subscribe'), implode(' ', array_filter([...self::reasons(), Pause::current()['message'], $outbox['error']])) ?: '–'],
            'synced' => [__('Last brought in line', 'private-podcast-subscribe'), $time(WholeFile::state()['finished'])],
            'next' => [__('Next run', 'private-podcast-subscribe'), $time((int) wp_next_scheduled(Gate::EVENT))],
        ];
    }
}
