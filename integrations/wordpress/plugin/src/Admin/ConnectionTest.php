<?php
/**
 * Tries every step for one member: the operator's calls 4.1 to 4.6 of docs/interface.md, then this
 * site's own endpoint. It stops at the first step that fails.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Admin;

use PrivatePodcastSubscribe\Ids;
use PrivatePodcastSubscribe\PrivatePodcastError;
use PrivatePodcastSubscribe\Service\FeedService;
use PrivatePodcastSubscribe\Service\Http;
use PrivatePodcastSubscribe\Service\Refusal;
use PrivatePodcastSubscribe\Settings;

final class ConnectionTest
{
    /** For all steps together. An administrator can wait longer than a member. */
    private const DEADLINE_SECONDS = 30.0;

    /** @var Finding[] */
    private array $findings = [];
    private string $step;
    private Http $http;

    private function __construct()
    {
        $this->step = __('Settings', 'private-podcast-subscribe');
        $this->http = new Http(self::DEADLINE_SECONDS);
    }

    /** @return Finding[] */
    public static function walk(string $email, string $sku): array
    {
        $test = new self();
        try {
            $isKnown = $test->walkOperator($email, $sku);
            $visit = new EndpointTest($test->http);
            array_push($test->findings, ...$visit->walk($isKnown ? $email : '', $sku));
        } catch (PrivatePodcastError $error) {
            $test->findings[] = new Finding($test->step, Finding::FAILED, $error->getMessage());
        }
        return $test->findings;
    }

    private function ok(string $message): void
    {
        $this->findings[] = new Finding($this->step, Finding::OK, $message);
    }

    private function warn(string $message): void
    {
        $this->findings[] = new Finding($this->step, Finding::WARNING, $message);
    }

    /** 4.1 to 4.6. @return bool whether the operator knows the member. */
    private function walkOperator(string $email, string $sku): bool
    {
        Settings::requireComplete();
        if (!Ids::isEmail($email) || !Ids::isId($sku)) {
            throw new PrivatePodcastError('bad-input', __('Enter a member’s e-mail address and a product ID.', 'private-podcast-subscribe'));
        }
        $this->ok(__('All required settings are filled in.', 'private-podcast-subscribe'));

        $service = new FeedService($this->http);
        $this->step = __('4.1 Access token', 'private-podcast-subscribe');
        $token = $service->tokens->issue();
        $this->ok(__('The operator issued an access token.', 'private-podcast-subscribe'));
        $missing = Refusal::missingScopes(Settings::scope(), $token['scope']);
        if ($missing) {
            /* translators: %s: names of scopes */
            $this->warn(sprintf(__('The token lacks the scope “%s”. Ask the operator to grant it to this client.', 'private-podcast-subscribe'), implode(' ', $missing)));
        }

        $this->step = __('4.2 Member', 'private-podcast-subscribe');
        $userId = $this->userIdOf($service, $email);
        if ($userId === null) {
            return false;
        }
        $this->ok(__('The operator knows this member.', 'private-podcast-subscribe'));

        $this->step = __('4.3 Access', 'private-podcast-subscribe');
        $entitlement = $service->onboard($userId, $sku);
        $this->ok(__('This member has access.', 'private-podcast-subscribe'));

        $this->step = __('4.4 Feed link', 'private-podcast-subscribe');
        $feedUrl = $service->feedOf($userId, $sku, $entitlement)['feedUrl'];
        /* translators: %s: name of a host */
        $this->ok(sprintf(__('The RSS feed is on %s.', 'private-podcast-subscribe'), Ids::hostOf($feedUrl)));

        $this->walkParser($feedUrl);
        $this->walkConsumePage($feedUrl);
        return true;
    }

    /** 4.2, without making an account: the address may be mistyped. Null if the operator does not know it. */
    private function userIdOf(FeedService $service, string $email): ?string
    {
        try {
            return $service->userIdOf($email, false);
        } catch (PrivatePodcastError $error) {
            if ($error->errorCode !== 'not-found') {
                throw $error;
            }
        }
        $this->warn(Settings::isOn('create_users')
            ? __('The operator has no account for this address yet, and this test makes none. It is made when this member opens the podcast page for the first time. Then test again.', 'private-podcast-subscribe')
            : __('The operator has no account for this address. Ask the operator to add the member, or tick “New accounts”.', 'private-podcast-subscribe'));
        return null;
    }

    /** 4.5: browsers ask the parser, so it has to allow the pages of this site. */
    private function walkParser(string $feedUrl): void
    {
        $this->step = __('4.5 Parser', 'private-podcast-subscribe');
        $parserUrl = Settings::baseUrl('parser_url');
        if ($parserUrl === '') {
            $this->warn(__('No parser URL is set, so the member’s browser reads the feed itself. Ask the operator for a parser URL, or ask whoever hosts the feeds to allow this site (CORS).', 'private-podcast-subscribe'));
            return;
        }
        $parts = wp_parse_url(home_url());
        $origin = "{$parts['scheme']}://" . Ids::hostOf(home_url());
        $query = http_build_query(['url' => $feedUrl, 'format' => Settings::parserFormat()], '', '&', PHP_QUERY_RFC3986);
        $answer = $this->http->send(__('The parser', 'private-podcast-subscribe'), 'GET', "$parserUrl/rss?$query", ['Origin' => $origin], '', 32 * MB_IN_BYTES);
        $episodes = $answer->field('episodes');
        if (!$answer->isOk() || !is_array($episodes)) {
            /* translators: %d: HTTP status */
            $this->warn(sprintf(__('The parser gave no usable answer (HTTP %d). Check the parser URL. If it is right, ask the operator. The app buttons work without a parser.', 'private-podcast-subscribe'), $answer->status));
            return;
        }
        /* translators: %d: number of episodes */
        $this->ok(sprintf(_n('The parser found %d episode.', 'The parser found %d episodes.', count($episodes), 'private-podcast-subscribe'), count($episodes)));
        if (!in_array($answer->header('access-control-allow-origin'), ['*', $origin], true)) {
            /* translators: %s: web origin of this site */
            $this->warn(sprintf(__('The parser does not let this site’s pages read its answer, so members see no episodes. Ask the operator to allow the origin %s.', 'private-podcast-subscribe'), $origin));
        }
    }

    /** 4.6: phones open this page. */
    private function walkConsumePage(string $feedUrl): void
    {
        $this->step = __('4.6 Consume page', 'private-podcast-subscribe');
        $consumeUrl = Settings::baseUrl('consume_url');
        if ($consumeUrl === '') {
            $this->warn(__('No consume page URL is set, so there is no QR code for phones. Ask the operator for the URL.', 'private-podcast-subscribe'));
            return;
        }
        $url = "$consumeUrl/en?rss=" . rawurlencode($feedUrl);
        $answer = $this->http->send(__('The consume page', 'private-podcast-subscribe'), 'GET', $url, ['Accept' => 'text/html']);
        if ($answer->status < 400) {
            $this->ok(__('The consume page answers.', 'private-podcast-subscribe'));
        } else {
            /* translators: %d: HTTP status */
            $this->warn(sprintf(__('The consume page answered with an error (HTTP %d). Check its URL. If it is right, ask the operator.', 'private-podcast-subscribe'), $answer->status));
        }
    }
}
