<?php
/**
 * 4.1: the operator's access token. All processes of the site share one through an encrypted
 * database entry, and one of them at a time asks for a new one.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Service;

// phpcs:disable WordPress.Security.EscapeOutput.ExceptionNotEscaped -- Messages go to the log and through esc_html(), never straight into a page.

use PrivatePodcastSubscribe\Kept;
use PrivatePodcastSubscribe\PrivatePodcastError;
use PrivatePodcastSubscribe\Sealed;
use PrivatePodcastSubscribe\Settings;

final class AccessTokens
{
    /** Used if the operator gives no lifetime, or one that is not a time. */
    private const DEFAULT_LIFETIME_SECONDS = 300;
    /** No token is used for longer, in case an operator counts in milliseconds. */
    private const MAX_LIFETIME_SECONDS = 86_400;
    /** A token is renewed this long before it expires, or a tenth of its lifetime if that is less. */
    private const MAX_MARGIN_SECONDS = 60;
    private const MAX_WAIT_SECONDS = 8;

    /** @var ?array{token: string, scope: string, lifetime: ?int} */
    private ?array $current = null;

    /** @param ?string $scope of the tokens; by default those of the settings. */
    public function __construct(private Caller $caller, private ?string $scope = null)
    {
    }

    private function scope(): string
    {
        return $this->scope ?? Settings::scope();
    }

    /** Another client, another URL or another scope has a token of its own. */
    private function name(): string
    {
        return 'token:' . implode("\n", [
            Settings::text('token_url'),
            Settings::text('client_id'),
            Settings::text('client_secret'),
            $this->scope(),
        ]);
    }

    /**
     * @return array{token: string, scope: string, lifetime: ?int} `scope` is empty if the answer names none.
     * @throws PrivatePodcastError `unauthorized` (client), `forbidden` (scopes), or why the request failed.
     */
    public function get(): array
    {
        return $this->current ??= Sealed::get($this->name()) ?? $this->renew();
    }

    /** Stops using a token that the operator refused; one that came meanwhile stays in use. */
    public function forget(string $token): void
    {
        $this->current = null;
        if ((Sealed::get($this->name())['token'] ?? null) === $token) {
            Kept::delete($this->name());
        }
    }

    /** The database holds the lock, and releases it if this process dies. */
    private function renew(): array
    {
        global $wpdb;
        $lock = 'private_podcast_' . substr(hash('sha256', $wpdb->prefix . $this->name()), 0, 40);
        $isLocked = $wpdb->get_var($wpdb->prepare('SELECT GET_LOCK(%s, %d)', $lock, self::MAX_WAIT_SECONDS));
        try {
            return Sealed::get($this->name()) ?? $this->keep($this->issue());
        } finally {
            if ($isLocked) {
                $wpdb->query($wpdb->prepare('DO RELEASE_LOCK(%s)', $lock));
            }
        }
    }

    private function keep(array $token): array
    {
        $lifetime = min($token['lifetime'] ?? self::DEFAULT_LIFETIME_SECONDS, self::MAX_LIFETIME_SECONDS);
        $seconds = $lifetime - (int) ceil(min(self::MAX_MARGIN_SECONDS, $lifetime / 10));
        if ($seconds > 0) {
            Sealed::set($this->name(), $token, $seconds);
        }
        return $token;
    }

    /** Asks for a new token, whether or not there is one. */
    public function issue(): array
    {
        Settings::requireComplete();
        $server = __('The token endpoint', 'private-podcast-subscribe');
        $answer = $this->caller->call(
            $server,
            [
                'method' => 'POST',
                'url' => Settings::baseUrl('token_url') . '/oauth/token',
                'headers' => ['Content-Type' => 'application/x-www-form-urlencoded'],
                'body' => http_build_query([
                    'client_id' => Settings::text('client_id'),
                    'client_secret' => Settings::text('client_secret'),
                    'grant_type' => 'client_credentials',
                    'scope' => $this->scope(),
                ], '', '&'),
            ],
            [Refusal::class, 'ofTokenRequest'],
            [
                'unauthorized' => __('The token endpoint rejected the client. Check the client ID and the client secret. If they are right, ask the operator whether they are active.', 'private-podcast-subscribe'),
                'forbidden' => __('The token endpoint does not grant this client the scopes it needs. Ask the operator to grant them.', 'private-podcast-subscribe'),
                'not-found' => __('There is no token endpoint at this URL. Ask the operator for the token URL.', 'private-podcast-subscribe'),
            ]
        );
        $token = $answer->field('access_token');
        $type = $answer->field('token_type');
        // It goes into a header, so it is visible ASCII (RFC 6749 A.12).
        $isUsable = is_string($token) && preg_match('/^[\x21-\x7e]+$/D', $token)
            && ($type === null || (is_string($type) && strtolower($type) === 'bearer'));
        if (!$isUsable) {
            throw new PrivatePodcastError('bad-response', __('The token endpoint gave no usable token. Check the token URL. If it is right, ask the operator.', 'private-podcast-subscribe'));
        }
        $scope = $answer->field('scope');
        $lifetime = $answer->field('expires_in');
        return [
            'token' => $token,
            'scope' => is_string($scope) ? $scope : '',
            'lifetime' => is_numeric($lifetime) && $lifetime > 0 ? (int) ceil((float) $lifetime) : null,
        ];
    }
}
