<?php
/**
 * The test that the settings page offers: the settings, the feed service for one address, this site, and
 * the pages with a podcast. It says in the owner's words what works, and what is wrong.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Admin;

// phpcs:disable WordPress.Security.EscapeOutput.ExceptionNotEscaped -- Messages go to the log and through esc_html(), never straight into a page.

use PrivatePodcastSubscribe\Ids;
use PrivatePodcastSubscribe\PrivatePodcastError;
use PrivatePodcastSubscribe\Service\Http;
use PrivatePodcastSubscribe\Settings;

final class ConnectionTest
{
    /** For all steps together. An administrator can wait longer than a member. */
    private const DEADLINE_SECONDS = 30.0;

    private Findings $findings;
    private bool $hasSettings = false;
    private bool $hasAccess = false;

    private function __construct()
    {
        $this->findings = new Findings();
    }

    /** @return array{verdict: Finding, findings: Finding[]} the verdict in one sentence, and what it rests on. */
    public static function walk(string $email, string $sku): array
    {
        $test = new self();
        $http = new Http(self::DEADLINE_SECONDS);
        $test->attempt(function () use ($test, $http, $email, $sku): void {
            $test->trySettings($email, $sku);
            $test->hasAccess = (new MemberTest($http, $test->findings))->walk($email, $sku);
        });
        $test->attempt(function () use ($test, $http, $email, $sku): void {
            (new SiteTest($http, $test->findings))->walk($test->hasAccess ? $email : '', $sku, $test->hasSettings);
        });
        (new PagesTest($test->findings))->walk();
        return ['verdict' => $test->verdict(), 'findings' => $test->findings->all];
    }

    /** Ends at the first failure, which is a finding of the step that was begun. */
    private function attempt(callable $steps): void
    {
        try {
            $steps();
        } catch (PrivatePodcastError $error) {
            $this->findings->fail($error->getMessage());
        }
    }

    private function trySettings(string $email, string $sku): void
    {
        $this->findings->begin(__('Your settings', 'private-podcast-subscribe'));
        Settings::requireComplete();
        if (!Settings::items('products')) {
            throw new PrivatePodcastError('config', __('No podcast is in the list. Enter its product ID under “Podcasts”.', 'private-podcast-subscribe'));
        }
        if (!in_array($sku, Settings::items('products'), true)) {
            throw new PrivatePodcastError('bad-input', __('The podcast that you tested is no longer in the list. Choose another one.', 'private-podcast-subscribe'));
        }
        $this->hasSettings = true;
        if (!Ids::isEmail($email)) {
            throw new PrivatePodcastError('bad-input', __('Enter the e-mail address of a member.', 'private-podcast-subscribe'));
        }
        $this->findings->ok(__('All required settings are filled in.', 'private-podcast-subscribe'));
    }

    private function verdict(): Finding
    {
        $step = __('Result', 'private-podcast-subscribe');
        if ($this->findings->hasFailed()) {
            return new Finding($step, Finding::FAILED, __('Something is wrong: members cannot get their podcast yet. The lines marked ✕ say what to do.', 'private-podcast-subscribe'));
        }
        if (!$this->hasAccess) {
            return new Finding($step, Finding::WARNING, __('This address has no access. Everything else works.', 'private-podcast-subscribe'));
        }
        return new Finding($step, Finding::OK, __('It works: members get their podcast.', 'private-podcast-subscribe'));
    }
}
