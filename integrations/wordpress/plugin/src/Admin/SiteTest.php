<?php
/** Whether this site's own two routes answer as a member page needs them: the site asks itself. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Admin;

use PrivatePodcastSubscribe\Ids;
use PrivatePodcastSubscribe\PrivatePodcastError;
use PrivatePodcastSubscribe\Service\Answer;
use PrivatePodcastSubscribe\Service\Http;
use PrivatePodcastSubscribe\Subscribe\Routes;

final class SiteTest
{
    public function __construct(private Http $http, private Findings $findings)
    {
    }

    /**
     * @param string $email empty for one without access: no visit of theirs is tried.
     * @param bool $hasSettings Without them the endpoint answers no podcast, which says nothing about this site.
     */
    public function walk(string $email, string $sku, bool $hasSettings): void
    {
        $this->findings->begin(__('Login on this site', 'private-podcast-subscribe'));
        try {
            $answer = $this->askForToken($sku);
        } catch (PrivatePodcastError $error) {
            $this->findings->warn(__('WordPress cannot reach itself, so this step was skipped. Open the podcast page as a member. If it works, there is nothing to do.', 'private-podcast-subscribe'));
            return;
        }
        $isVisitor = is_array($answer->json) && array_key_exists('token', $answer->json) && $answer->field('token') === null;
        if (!$answer->isOk() || !$isVisitor) {
            /* translators: %d: HTTP status */
            $this->findings->fail(sprintf(__('Something in front of WordPress answered instead (HTTP %d): a password, a firewall or a security plugin. Let requests to admin-ajax.php through, for people who are not logged in too.', 'private-podcast-subscribe'), $answer->status));
            return;
        }
        $this->findings->ok(__('Pages of this site learn who is logged in.', 'private-podcast-subscribe'));
        if ($hasSettings) {
            array_push($this->findings->all, ...(new EndpointTest($this->http))->walk($email, $sku));
        }
    }

    /** As the page of a visitor asks. */
    private function askForToken(string $sku): Answer
    {
        $parts = wp_parse_url(home_url());
        $url = admin_url('admin-ajax.php') . '?' . http_build_query(['action' => Routes::TOKEN, 'sku' => $sku], '', '&');
        $origin = "{$parts['scheme']}://" . Ids::hostOf(home_url());
        return $this->http->send(__('This site', 'private-podcast-subscribe'), 'POST', $url, ['Origin' => $origin]);
    }
}
