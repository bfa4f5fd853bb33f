<?php
/** `wp private-podcast …`: what an administrator does on the command line. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Cli;

use PrivatePodcastSubscribe\Access\Actions;
use PrivatePodcastSubscribe\Access\AdminCalls;
use PrivatePodcastSubscribe\Access\Gate;
use PrivatePodcastSubscribe\Access\GrantList;
use PrivatePodcastSubscribe\Access\Pause;
use PrivatePodcastSubscribe\Access\Queue;
use PrivatePodcastSubscribe\Access\Sync;
use PrivatePodcastSubscribe\Access\Table;
use PrivatePodcastSubscribe\Access\Worker;
use PrivatePodcastSubscribe\Admin\ConnectionTest;
use PrivatePodcastSubscribe\Admin\Finding;
use PrivatePodcastSubscribe\Admin\SiteHealth;
use PrivatePodcastSubscribe\PrivatePodcastError;
use PrivatePodcastSubscribe\Service\Http;
use PrivatePodcastSubscribe\Settings;
use WP_CLI;

/** Lets members of private podcasts in and out, and shows how things stand. */
final class Commands
{
    private const NAME = 'private-podcast';
    /** Nobody waits for a page, so a run takes the time that it needs. */
    private const SECONDS = 3600.0;

    public static function register(): void
    {
        if (defined('WP_CLI') && constant('WP_CLI')) {
            WP_CLI::add_command(self::NAME, self::class);
        }
    }

    /**
     * Lets an address in, as the action private_podcast_subscribe_grant does.
     *
     * ## OPTIONS
     *
     * <address>
     * : The member's e-mail address.
     *
     * <sku>
     * : The product ID of the podcast.
     *
     * [--until=<time>]
     * : The last day, such as 2027-01-31, or an ISO 8601 time. Without it, the grant has no end.
     *
     * @param string[] $args
     * @param array<string, string> $options
     */
    public function grant(array $args, array $options): void
    {
        $this->change(true, $args, $options['until'] ?? null);
    }

    /**
     * Ends what the command or the action "grant" gave. Roles and levels still count.
     *
     * ## OPTIONS
     *
     * <address>
     * : The member's e-mail address.
     *
     * <sku>
     * : The product ID of the podcast.
     *
     * @param string[] $args
     */
    public function revoke(array $args): void
    {
        $this->change(false, $args, null);
    }

    /**
     * Replaces a member's feed link, for instance if it has leaked. The member finds the new one on the page.
     *
     * ## OPTIONS
     *
     * <address>
     * : The member's e-mail address.
     *
     * <sku>
     * : The product ID of the podcast.
     *
     * @param string[] $args
     */
    public function reset(array $args): void
    {
        $this->orExplain(fn() => (new AdminCalls(new Http()))->reset($args[0] ?? '', $args[1] ?? ''));
        WP_CLI::success('The old feed link no longer works. The member finds the new one on the page.');
    }

    /**
     * Lists who was let in by this site.
     *
     * ## OPTIONS
     *
     * [--sku=<sku>]
     * : Only those of one podcast.
     *
     * [--addresses]
     * : With the e-mail addresses.
     *
     * [--format=<format>]
     * : table, csv, json, yaml or count.
     *
     * @param string[] $args
     * @param array<string, mixed> $options
     */
    public function grants(array $args, array $options): void
    {
        Table::ensure();
        $fields = ['user', 'sku', 'by', 'until', 'state', ...(isset($options['addresses']) ? ['address'] : [])];
        $rows = GrantList::all((string) ($options['sku'] ?? ''), isset($options['addresses']));
        WP_CLI\Utils\format_items((string) ($options['format'] ?? 'table'), $rows, $fields);
    }

    /** Brings everything in line: every user, and the feed service's list. */
    public function sync(): void
    {
        $this->requireGate();
        Sync::start();
        Pause::end();
        $this->orExplain(fn() => Sync::goOn(self::SECONDS));
        $this->queue();
    }

    /** Does what waits now, without the pause after a failure. */
    public function queue(): void
    {
        $this->requireGate();
        $done = Worker::run(self::SECONDS, true);
        $state = Queue::state();
        WP_CLI::log("Done: $done. Still waiting: {$state['waiting']}.");
        if ($state['waiting'] > 0) {
            WP_CLI::error(implode(' ', SiteHealth::sentences($state, true)));
        }
        WP_CLI::success('The feed service has what this site wants.');
    }

    /**
     * Tries every step for one member, as "Save and test" does.
     *
     * ## OPTIONS
     *
     * <address>
     * : The member's e-mail address.
     *
     * [<sku>]
     * : The product ID of the podcast. By default the first one of the settings.
     *
     * @param string[] $args
     */
    public function test(array $args): void
    {
        ['verdict' => $verdict, 'findings' => $findings] = ConnectionTest::walk($args[0] ?? '', $args[1] ?? (Settings::items('products')[0] ?? ''));
        foreach ($findings as $finding) {
            $line = "$finding->step: $finding->message";
            $finding->result === Finding::OK ? WP_CLI::log($line) : WP_CLI::warning($line);
        }
        match ($verdict->result) {
            Finding::OK => WP_CLI::success($verdict->message),
            Finding::WARNING => WP_CLI::warning($verdict->message),
            default => WP_CLI::error($verdict->message),
        };
    }

    /** Shows how things stand, without a member's name. */
    public function status(): void
    {
        $information = SiteHealth::addInformation([]);
        foreach ($information['private-podcast-subscribe']['fields'] as $field) {
            WP_CLI::log("{$field['label']}: {$field['value']}");
        }
    }

    private function change(bool $isWanted, array $args, ?string $until): void
    {
        $complaint = Actions::change($args[0] ?? '', $args[1] ?? '', $isWanted, $until);
        if ($complaint !== null) {
            WP_CLI::error($complaint);
        }
        $this->queue();
    }

    private function requireGate(): void
    {
        if (!Gate::isOn()) {
            WP_CLI::error('This site lets no members in. Tick “Let members in” under Settings → Private Podcast.');
        }
    }

    private function orExplain(callable $do): void
    {
        try {
            $do();
        } catch (PrivatePodcastError $error) {
            WP_CLI::error($error->getMessage());
        }
    }
}
