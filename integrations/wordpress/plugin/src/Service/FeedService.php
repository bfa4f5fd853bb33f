<?php
/** The operator's calls 4.2 to 4.4 of docs/interface.md, and connections (docs/service.md 5). */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Service;

// phpcs:disable WordPress.Security.EscapeOutput.ExceptionNotEscaped -- Messages go to the log and through esc_html(), never straight into a page.

use PrivatePodcastSubscribe\Ids;
use PrivatePodcastSubscribe\PrivatePodcastError;
use PrivatePodcastSubscribe\Settings;

final class FeedService
{
    public AccessTokens $tokens;
    private TokenCalls $calls;

    public function __construct(Http $http)
    {
        $this->calls = new TokenCalls($http);
        $this->tokens = $this->calls->tokens;
    }

    /**
     * 4.2: the user ID for an e-mail address.
     * @param bool $mayCreate whether the operator makes an account for an address that it does not know.
     * @throws PrivatePodcastError `not-found` if it knows none, or why the request failed.
     */
    public function userIdOf(string $email, bool $mayCreate): string
    {
        $answer = $this->request(
            'GET',
            '/profile/email/' . rawurlencode($email) . '?forceCreation=' . ($mayCreate ? 'true' : 'false'),
            [Refusal::class, 'ofLookup'],
            ['forbidden' => __('The feed service does not let this client look up users. Ask the operator for the scope “profile:user:read”.', 'private-podcast-subscribe')]
        );
        if ($answer->status === 204) {
            throw new PrivatePodcastError('not-found', $mayCreate
                ? __('The feed service does not know this member and created no account. Ask the operator why.', 'private-podcast-subscribe')
                : __('The feed service has no account for this e-mail address.', 'private-podcast-subscribe'));
        }
        $profile = is_array($answer->json) ? $answer->json : [];
        return Lists::text($profile, 'id') ?: Lists::text($profile, 'userId') ?: throw Lists::unusable('id');
    }

    /**
     * 4.3: the member's entitlement to the product.
     * @return array{entitlementId: string, title: string}
     * @throws PrivatePodcastError `no-access`, or why the request failed.
     */
    public function onboard(string $userId, string $sku): array
    {
        $body = wp_json_encode([
            'onboardingOriginId' => Settings::text('onboarding_origin_id'),
            'userId' => $userId,
            'sku' => $sku,
            'origin' => 'EXTERNAL',
        ]);
        $answer = $this->request(
            'POST',
            '/vault/entitlements/auto-onboard',
            [Refusal::class, 'ofAccess'],
            ['forbidden' => __('The feed service refused this site, not the member. Ask the operator which scopes and which onboarding origin ID this client has.', 'private-podcast-subscribe')],
            (string) $body
        );
        return Lists::entitlement($answer, $sku);
    }

    /**
     * 4.4: the member's feed.
     * @return array{feedUrl: string, title: string, streamingUrl: string, streamingLinkUrl: string}
     * @throws PrivatePodcastError `no-access`, `no-feed`, or why the request failed.
     */
    public function feedOf(string $userId, string $sku, array $entitlement): array
    {
        $path = self::path($entitlement, 'access', $userId) . '&format=RSS';
        $answer = $this->request('GET', $path, [Refusal::class, 'ofAccess']);
        return Lists::feed($answer, $sku, $entitlement['title']);
    }

    /**
     * Puts a new feed link in place of the old one, as `feedOf` gives it. The old one stops working at once.
     * @throws PrivatePodcastError `not-found` if the operator does not offer it, or as `feedOf`.
     */
    public function resetFeed(string $userId, string $sku, array $entitlement): array
    {
        $path = self::path($entitlement, 'reset', $userId);
        $answer = $this->request('POST', $path, [Refusal::class, 'ofExtension']);
        return Lists::feed($answer, $sku, $entitlement['title']);
    }

    /**
     * Lists the apps that fetch the member's feed, the latest first. What cannot be read is left out.
     * @return array<int, array{app?: string, name: string, firstFetchedAt: string, lastFetchedAt: string}>
     * @throws PrivatePodcastError `not-found` if the operator does not offer it, or as `feedOf`.
     */
    public function connections(string $userId, array $entitlement): array
    {
        $answer = $this->request('GET', self::path($entitlement, 'connections', $userId), [Refusal::class, 'ofExtension']);
        $isTime = fn(string $text) => preg_match('/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/D', $text) === 1;
        $items = Lists::read($answer, $answer->field('connections') ?? false, 'connections', fn(array $item) =>
            Lists::text($item, 'name') !== ''
            && $isTime(Lists::text($item, 'firstFetchedAt'))
            && $isTime(Lists::text($item, 'lastFetchedAt')));
        $fields = ['app' => 1, 'name' => 1, 'firstFetchedAt' => 1, 'lastFetchedAt' => 1];
        return array_map(fn(array $item) => array_filter(array_intersect_key($item, $fields), 'is_string'), $items);
    }

    private static function path(array $entitlement, string $call, string $userId): string
    {
        $id = $entitlement['entitlementId'];
        if (!Ids::isId($id) || !Ids::isId($userId)) {
            throw Lists::unusable('entitlementId');
        }
        return '/vault/entitlements/' . rawurlencode($id) . "/$call?userId=" . rawurlencode($userId);
    }

    private function request(
        string $method,
        string $path,
        callable $explain,
        array $messages = [],
        string $body = ''
    ): Answer {
        Settings::requireComplete();
        $request = [
            'method' => $method,
            'url' => Settings::baseUrl('base_url') . $path,
            'headers' => $body === '' ? [] : ['Content-Type' => 'application/json'],
            'body' => $body,
        ];
        return $this->calls->call($request, $explain, $messages, $method === 'POST');
    }
}
