<?php
/** The calls of docs/interface.md 13.6 by which this site lets members in. They need the scope service:admin. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Access;

use PrivatePodcastSubscribe\PrivatePodcastError;
use PrivatePodcastSubscribe\Service\AccessTokens;
use PrivatePodcastSubscribe\Service\Answer;
use PrivatePodcastSubscribe\Service\Caller;
use PrivatePodcastSubscribe\Service\Http;
use PrivatePodcastSubscribe\Settings;

final class AdminCalls
{
    public const SCOPE = 'service:admin';
    /** Failures of one member's call, which say nothing about the next one. */
    private const OF_ONE = ['bad-input', 'not-found'];

    private Caller $caller;
    private AccessTokens $tokens;

    public function __construct(Http $http)
    {
        $this->caller = new Caller($http);
        $this->tokens = new AccessTokens($this->caller, self::SCOPE);
    }

    /** Whether a failure is this member's alone. Any other stops the queue for a while. */
    public static function isOfOne(PrivatePodcastError $error): bool
    {
        return in_array($error->errorCode, self::OF_ONE, true) && $error->status !== null;
    }

    /** @param string $until empty for a grant without end. */
    public function grant(string $address, string $sku, string $until): void
    {
        $body = $until === '' ? '{}' : (string) wp_json_encode(['until' => $until]);
        $this->send('PUT', self::path($address, $sku), $body);
    }

    /** @return bool whether the member is out: false if the feed service lets them in from elsewhere too. */
    public function revoke(string $address, string $sku): bool
    {
        try {
            $this->send('DELETE', self::path($address, $sku));
            return true;
        } catch (PrivatePodcastError $error) {
            return $error->errorCode === 'kept' ? false : throw $error;
        }
    }

    /** The member's feed link stops working. It is no failure if there is none. */
    public function reset(string $address, string $sku): void
    {
        try {
            $this->send('POST', '/admin/feeds/reset', (string) wp_json_encode(['sku' => $sku, 'email' => $address]));
        } catch (PrivatePodcastError $error) {
            if ($error->errorCode !== 'not-found') {
                throw $error;
            }
        }
    }

    /**
     * A page of the grants of a podcast.
     * @return array{grants: array<int, array<string, mixed>>, cursor: string}
     */
    public function grants(string $sku, string $cursor): array
    {
        $query = http_build_query(['sku' => $sku] + ($cursor === '' ? [] : ['cursor' => $cursor]), '', '&', PHP_QUERY_RFC3986);
        $answer = $this->send('GET', "/admin/grants?$query");
        $grants = $answer->field('grants');
        $next = $answer->field('cursor');
        if (!is_array($grants)) {
            throw self::notOffered();
        }
        return ['grants' => array_filter($grants, 'is_array'), 'cursor' => is_string($next) ? $next : ''];
    }

    private static function path(string $address, string $sku): string
    {
        return '/admin/grants/' . rawurlencode($sku) . '/' . rawurlencode($address);
    }

    /** Where the calls are: many operators keep /admin from the public, and name another URL for it. */
    private static function url(): string
    {
        return Settings::baseUrl('admin_url') ?: Settings::baseUrl('base_url');
    }

    private function send(string $method, string $path, string $body = '', bool $isSecondTry = false): Answer
    {
        Settings::requireComplete();
        $token = $this->tokens->get()['token'];
        try {
            return $this->caller->call(
                __('The feed service', 'private-podcast-subscribe'),
                [
                    'method' => $method,
                    'url' => self::url() . $path,
                    'headers' => ['Authorization' => "Bearer $token"] + ($body === '' ? [] : ['Content-Type' => 'application/json']),
                    'body' => $body,
                ],
                [self::class, 'explain'],
                self::messages()
            );
        } catch (PrivatePodcastError $error) {
            if ($error->errorCode !== 'unauthorized' || $isSecondTry) {
                throw $error;
            }
            $this->tokens->forget($token);
            return $this->send($method, $path, $body, true);
        }
    }

    /** The code of a failed answer. A 404 that is not the service's own means that the calls are not there. */
    public static function explain(Answer $answer): ?string
    {
        $code = $answer->field('code');
        return match (true) {
            $answer->status === 409 => 'kept',
            $answer->status === 403 => 'forbidden',
            in_array($answer->status, [404, 405], true) => $code === 'not-found' && !$answer->isPage() ? 'not-found' : 'bad-response',
            default => null,
        };
    }

    private static function notOffered(): PrivatePodcastError
    {
        return new PrivatePodcastError('bad-response', self::messages()['bad-response']);
    }

    /** @return array<string, string> by code. */
    private static function messages(): array
    {
        return [
            'forbidden' => __('The feed service does not let this site let members in. Ask the operator for the scope “service:admin”, or untick “Let members in”.', 'private-podcast-subscribe'),
            'not-found' => __('The feed service has no podcast with this product ID. Check “Podcasts” in the settings, or ask the operator.', 'private-podcast-subscribe'),
            'bad-response' => __('The calls by which a site lets members in are not at this URL. Ask the operator whether the service has them, and whether this server may reach “/admin”. If it has another URL, set PRIVATE_PODCAST_SUBSCRIBE_ADMIN_URL in wp-config.php.', 'private-podcast-subscribe'),
            'bad-input' => __('The feed service refuses this member’s e-mail address or the product ID. Correct the address in the member’s account.', 'private-podcast-subscribe'),
        ];
    }
}
