<?php
/**
 * Tries for one address what a member's page does at the feed service. An address that has no access is
 * no fault: everything else may be right, and the owner's own address is rarely a member's.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Admin;

use PrivatePodcastSubscribe\Access\Sender;
use PrivatePodcastSubscribe\Accounts;
use PrivatePodcastSubscribe\Ids;
use PrivatePodcastSubscribe\Page\Podcasts;
use PrivatePodcastSubscribe\PrivatePodcastError;
use PrivatePodcastSubscribe\Service\FeedService;
use PrivatePodcastSubscribe\Service\Http;
use PrivatePodcastSubscribe\Service\Refusal;
use PrivatePodcastSubscribe\Settings;
use PrivatePodcastSubscribe\Subscribe\Members;

final class MemberTest
{
    private FeedService $service;

    public function __construct(private Http $http, private Findings $findings)
    {
        $this->service = new FeedService($http);
    }

    /** @return bool whether the address has access. */
    public function walk(string $email, string $sku): bool
    {
        $this->signIn();
        $feedUrl = $this->feedUrlOf($email, $sku);
        if ($feedUrl !== null) {
            $this->tryParser($feedUrl);
        }
        $this->tryConsumePage($feedUrl);
        return $feedUrl !== null;
    }

    private function signIn(): void
    {
        $this->findings->begin(__('Sign-in at the feed service', 'private-podcast-subscribe'));
        $token = $this->service->tokens->issue();
        $this->findings->ok(__('The feed service lets this site in.', 'private-podcast-subscribe'));
        $missing = Refusal::missingScopes(Settings::scope(), $token['scope']);
        if ($missing) {
            /* translators: %s: names of scopes */
            $this->findings->warn(sprintf(__('The token lacks the scope “%s”. Ask the operator to grant it to this client.', 'private-podcast-subscribe'), implode(' ', $missing)));
        }
    }

    /** The feed of the address; null if it has no access. */
    private function feedUrlOf(string $email, string $sku): ?string
    {
        $this->findings->begin(__('This address', 'private-podcast-subscribe'));
        try {
            $user = Accounts::byEmail($email);
            $name = $user ? Members::nameOf($user, $sku) : null;
            $userId = (isset($name['email']) ? Sender::personOf($user, $sku, $name['email']) : null) ?? $this->service->userIdOf($email, false);
            $entitlement = $this->service->onboard($userId, $sku);
            $feedUrl = $this->service->feedOf($userId, $sku, $entitlement)['feedUrl'];
        } catch (PrivatePodcastError $error) {
            // The address is unknown (docs/interface.md 4.2), or known and without access (4.3, 4.4).
            $isUnknown = $error->errorCode === 'not-found' && !isset($userId);
            if (!$isUnknown && $error->errorCode !== 'no-access') {
                throw $error;
            }
            $text = $isUnknown
                /* translators: %s: name of a podcast */
                ? __('The feed service does not know this address yet, so it has no access to “%s” now. Nothing is broken: try the address of someone who is a member.', 'private-podcast-subscribe')
                /* translators: %s: name of a podcast */
                : __('This address has no access to “%s” at the feed service. Nothing is broken: try the address of someone who is a member. If this is one, ask the operator about the product ID and the membership.', 'private-podcast-subscribe');
            $this->findings->warn(sprintf($text, Podcasts::nameOf($sku)));
            return null;
        }
        /* translators: 1: name of a podcast, 2: name of a host */
        $this->findings->ok(sprintf(__('It has access to “%1$s”. Its feed is on %2$s.', 'private-podcast-subscribe'), Podcasts::nameOf($sku), Ids::hostOf($feedUrl)));
        return $feedUrl;
    }

    /** Browsers ask the parser, so it has to allow the pages of this site. */
    private function tryParser(string $feedUrl): void
    {
        $this->findings->begin(__('Episodes on the page', 'private-podcast-subscribe'));
        $parserUrl = Settings::baseUrl('parser_url');
        if ($parserUrl === '') {
            $this->findings->warn(__('No parser URL is set, so the member’s browser reads the feed itself. Ask the operator for a parser URL, or ask whoever hosts the feeds to allow this site (CORS).', 'private-podcast-subscribe'));
            return;
        }
        $parts = wp_parse_url(home_url());
        $origin = "{$parts['scheme']}://" . Ids::hostOf(home_url());
        $query = http_build_query(['url' => $feedUrl, 'format' => Settings::parserFormat()], '', '&', PHP_QUERY_RFC3986);
        $answer = $this->http->send(__('The parser', 'private-podcast-subscribe'), 'GET', "$parserUrl/rss?$query", ['Origin' => $origin], '', 32 * MB_IN_BYTES);
        $episodes = $answer->field('episodes');
        if (!$answer->isOk() || !is_array($episodes)) {
            /* translators: %d: HTTP status */
            $this->findings->warn(sprintf(__('The parser gave no usable answer (HTTP %d). Check the parser URL. If it is right, ask the operator. The app buttons work without a parser.', 'private-podcast-subscribe'), $answer->status));
            return;
        }
        /* translators: %d: number of episodes */
        $this->findings->ok(sprintf(_n('The parser found %d episode.', 'The parser found %d episodes.', count($episodes), 'private-podcast-subscribe'), count($episodes)));
        if (!in_array($answer->header('access-control-allow-origin'), ['*', $origin], true)) {
            /* translators: %s: web origin of this site */
            $this->findings->warn(sprintf(__('The parser does not let this site’s pages read its answer, so members see no episodes. Ask the operator to allow the origin %s.', 'private-podcast-subscribe'), $origin));
        }
    }

    /** Phones open this page. Without a feed, it may well say that there is none. */
    private function tryConsumePage(?string $feedUrl): void
    {
        $this->findings->begin(__('On the phone', 'private-podcast-subscribe'));
        $consumeUrl = Settings::baseUrl('consume_url');
        if ($consumeUrl === '') {
            $this->findings->warn(__('No consume page URL is set, so there is no QR code for phones. Ask the operator for the URL.', 'private-podcast-subscribe'));
            return;
        }
        $url = "$consumeUrl/en?rss=" . rawurlencode($feedUrl ?? 'https://feed.invalid/');
        $answer = $this->http->send(__('The consume page', 'private-podcast-subscribe'), 'GET', $url, ['Accept' => 'text/html']);
        if ($answer->status < 400 || ($feedUrl === null && $answer->status < 500 && $answer->status !== 404)) {
            $this->findings->ok(__('The consume page answers.', 'private-podcast-subscribe'));
        } else {
            /* translators: %d: HTTP status */
            $this->findings->warn(sprintf(__('The consume page answered with an error (HTTP %d). Check its URL. If it is right, ask the operator.', 'private-podcast-subscribe'), $answer->status));
        }
    }
}
