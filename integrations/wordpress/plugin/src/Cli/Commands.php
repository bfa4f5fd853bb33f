<?php
/** `wp private-podcast …`: what an administrator does on the command line. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Cli;

use PrivatePodcastSubscribe\Access\Actions;
use PrivatePodcastSubscribe\Access\Gate;
use PrivatePodcastSubscribe\Access\Outbox;
use PrivatePodcastSubscribe\Access\Sender;
use PrivatePodcastSubscribe\Access\WholeFile;
use PrivatePodcastSubscribe\Accounts;
use PrivatePodcastSubscribe\Admin\ConnectionTest;
use PrivatePodcastSubscribe\Admin\Finding;
use PrivatePodcastSubscribe\Admin\SiteHealth;
use PrivatePodcastSubscribe\PrivatePodcastError;
use PrivatePodcastSubscribe\Service\FeedService;
use PrivatePodcastSubscribe\Service\Http;
use PrivatePodcastSubscribe\Settings;
use PrivatePodcastSubscribe\Subscribe\Members;
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
     * Lets an address in, as the action private_podcast_subscribe_grant does: the account that has it, or will have it.
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
        $user = Accounts::byEmail($args[0] ?? '');
        if (!$user) {
            WP_CLI::error('No account of this site has this address.');
        }
        $who = ['hasAccess' => true, 'user' => $user->ID, 'email' => $user->user_email, 'userId' => null, 'sku' => $args[1] ?? ''];
        try {
            (new Members(new FeedService(new Http())))->resetFeed($who);
        } catch (PrivatePodcastError $error) {
            WP_CLI::error($error->getMessage());
        }
        WP_CLI::success('The old feed link no longer works. The member finds the new one on the page.');
    }

    /**
     * States every member anew.
     *
     * ## OPTIONS
     *
     * [--force]
     * : Also if more than half of the members end.
     *
     * @param string[] $args
     * @param array<string, mixed> $options
     */
    public function sync(array $args = [], array $options = []): void
    {
        WholeFile::start(isset($options['force']));
        $this->queue();
    }

    /** Does what waits now, without the pause after a failure. */
    public function queue(): void
    {
        $this->requireGate();
        $done = Sender::run(self::SECONDS, true);
        WP_CLI::log("Done: $done. Still waiting: " . Outbox::state()['waiting'] . '.');
        $complaints = SiteHealth::complaints();
        if ($complaints) {
            WP_CLI::error(implode(' ', $complaints));
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
}
