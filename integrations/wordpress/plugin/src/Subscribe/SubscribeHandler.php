<?php
/**
 * Answers the element (docs/interface.md 11), as createSubscribeHandler does in Node: the same
 * statuses, codes and headers. It trusts the bearer token alone, and no cookie.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Subscribe;

// phpcs:disable WordPress.Security.EscapeOutput.ExceptionNotEscaped -- Messages go to the log and through esc_html(), never straight into a page.

use PrivatePodcastSubscribe\Ids;
use PrivatePodcastSubscribe\Log;
use PrivatePodcastSubscribe\PrivatePodcastError;
use PrivatePodcastSubscribe\Service\FeedService;
use PrivatePodcastSubscribe\Service\Http;
use PrivatePodcastSubscribe\Settings;

final class SubscribeHandler
{
    /** Requests a minute of one member for one podcast; no member makes as many. */
    private const LIMITS = ['member' => 300, 'mail' => 5, 'connections' => 60, 'reset' => 5, 'fresh' => 10];
    private const METHODS = ['handoff' => ['GET', 'POST'], 'connections' => ['GET'], 'reset' => ['POST'], 'fresh' => ['GET'], '' => ['GET']];

    public static function answer(Request $request): Response
    {
        $headers = Cors::headers($request);
        if (!Cors::mayAsk($request)) {
            Log::write(new PrivatePodcastError('forbidden', 'A page of another site called the subscribe endpoint. If it is yours, add its origin to PRIVATE_PODCAST_SUBSCRIBE_ALLOWED_ORIGINS in wp-config.php.'));
            return Problem::response('forbidden', $headers);
        }
        if ($request->method === 'OPTIONS') {
            return Cors::preflight($request);
        }
        $code = $request->query('h');
        if ($code !== null && Handoff::isOffered() && in_array($request->method, ['GET', 'HEAD'], true)) {
            return Handoff::redeem($code, $request);
        }
        $asked = self::readAsked($request);
        if (!in_array($request->method, self::METHODS[$asked], true)) {
            return Problem::response('bad-input', $headers + ['Allow' => Cors::ALLOWED_METHODS]);
        }
        return self::isOffered($asked)
            ? self::subscribe($asked, $request, $headers)
            : Problem::response('not-found', $headers);
    }

    /** Reads from the query what is asked for; empty for the Subscription. */
    private static function readAsked(Request $request): string
    {
        foreach (['handoff', 'connections', 'reset', 'fresh'] as $name) {
            if ($request->query($name) !== null) {
                return $name;
            }
        }
        return '';
    }

    private static function isOffered(string $asked): bool
    {
        return match ($asked) {
            'handoff' => Handoff::isOffered(),
            'connections', 'reset' => Settings::isOn('extensions'),
            default => true,
        };
    }

    private static function subscribe(string $asked, Request $request, array $headers): Response
    {
        try {
            return Response::json(self::body($asked, $request), $headers);
        } catch (\Throwable $thrown) {
            $error = Log::loggable($thrown);
            Log::write($error);
            $code = Problem::codeOf($error->errorCode);
            // RFC 6750 §3.1: a request without a token gets the scheme only, not an error.
            $challenge = $request->bearerToken() === null ? 'Bearer' : 'Bearer error="invalid_token"';
            return Problem::response($code, $headers
                + (str_starts_with($code, 'token-') ? ['WWW-Authenticate' => $challenge] : [])
                + ($error->retryAfter === null ? [] : ['Retry-After' => (string) $error->retryAfter]));
        }
    }

    /** The body of the answer to a request with a token. */
    private static function body(string $asked, Request $request): array
    {
        $token = $request->bearerToken();
        if ($token === null) {
            throw new PrivatePodcastError('token-invalid', 'The request has no bearer token. If this is in the log of every page view, the web server keeps the Authorization header from PHP: see the plugin’s documentation.');
        }
        $who = SubscribeToken::verify($token);
        Cors::requireOrigin($who['origin'], $request);
        unset($who['origin']);
        // One count, and one owner of a hand-off code, for each spelling of an address.
        $owner = (string) wp_json_encode(['email' => $who['email'] === null ? null : strtolower($who['email'])] + $who);
        $isForMail = $asked === 'handoff' && $request->method === 'POST' && $request->query('for') === 'mail';
        foreach (array_unique(['member', $isForMail ? 'mail' : $asked]) as $kind) {
            if (isset(self::LIMITS[$kind])) {
                RateLimit::count($kind, $owner, self::LIMITS[$kind]);
            }
        }
        if ($asked === 'handoff' && $request->method === 'GET') {
            return ['opened' => Handoff::wasOpened((string) $request->query('handoff'), $owner)];
        }
        $members = new Members(new FeedService(new Http()));
        return match ($asked) {
            'connections' => ['connections' => $members->connections($who)],
            'reset' => self::subscription($members->resetFeed($who), $who['sku']),
            'fresh' => self::subscription($members->feedOf($who, true, Settings::isOn('extensions')), $who['sku']),
            'handoff' => Handoff::create($members->feedOf($who)['feedUrl'], $owner, $isForMail),
            default => self::subscription($members->feedOf($who, false, Settings::isOn('extensions')), $who['sku']),
        };
    }

    /** The Subscription (docs/interface.md 11.1). */
    private static function subscription(array $feed, string $sku): array
    {
        $parserUrl = Settings::baseUrl('parser_url');
        $optional = [
            'consumeUrl' => Settings::baseUrl('consume_url'),
            'parserUrl' => $parserUrl,
            'parserFormat' => Settings::parserFormat(),
            'streamingUrl' => Ids::isWebUrl($feed['streamingUrl']) ? $feed['streamingUrl'] : '',
            'streamingLinkUrl' => Ids::isWebUrl($feed['streamingLinkUrl']) ? $feed['streamingLinkUrl'] : '',
            'handoff' => Handoff::isOffered(),
            'canReset' => Settings::isOn('extensions'),
            'hasConnections' => Settings::isOn('extensions'),
        ];
        return ['feedUrl' => $feed['feedUrl'], 'title' => $feed['title'], 'sku' => $sku]
            + array_filter($optional)
            // An empty list says that no app has it yet.
            + (isset($feed['connections']) ? ['connections' => $feed['connections']] : []);
    }
}
