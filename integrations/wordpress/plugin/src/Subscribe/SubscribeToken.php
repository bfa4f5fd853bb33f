<?php
/**
 * Subscribe tokens (docs/interface.md 10), signed with HS256: for which member and which podcast the
 * page asks, and for how long. A token is signed, not encrypted. One of this site names the user by
 * their ID: an address can pass to somebody else while the token lasts.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Subscribe;

// phpcs:disable WordPress.Security.EscapeOutput.ExceptionNotEscaped -- Messages go to the log and through esc_html(), never straight into a page.

use PrivatePodcastSubscribe\Ids;
use PrivatePodcastSubscribe\PrivatePodcastError;
use PrivatePodcastSubscribe\Settings;

final class SubscribeToken
{
    private const TYPE = 'pps-subscribe+jwt';
    private const AUDIENCE = 'private-podcast-subscribe';
    private const LIFETIME_SECONDS = 300;
    private const MAX_LIFETIME_SECONDS = 3600;
    /** Seconds by which the clocks of those who make and verify tokens may differ. */
    private const MAX_CLOCK_SKEW_SECONDS = 5;

    /**
     * Makes a token.
     * @param ?string $origin only pages of this web origin may use it.
     * @param bool $hasAccess false: the endpoint answers it with "no access", whatever happens meanwhile.
     */
    public static function mint(\WP_User $user, string $sku, ?string $origin, bool $hasAccess): string
    {
        $now = time();
        $claims = [
            'aud' => self::AUDIENCE,
            'sub' => $user->user_email,
            'sub_format' => 'email',
            'wp_user' => $user->ID,
            'sku' => $sku,
            'iat' => $now,
            'exp' => $now + self::LIFETIME_SECONDS,
            'jti' => wp_generate_uuid4(),
        ] + ($origin === null ? [] : ['origin' => $origin]) + ($hasAccess ? [] : ['no_access' => true]);
        $signed = self::encode((string) wp_json_encode(['alg' => 'HS256', 'typ' => self::TYPE]))
            . '.' . self::encode((string) wp_json_encode($claims));
        return $signed . '.' . self::encode(self::signature($signed, Settings::tokenSecrets()[0]));
    }

    /**
     * Verifies a token that a browser sent.
     * @return array{email: ?string, userId: ?string, user: ?int, sku: string, origin: ?string, hasAccess: bool}
     * `user` is the WordPress user of a token of this site, null in a token of another backend.
     * @throws PrivatePodcastError `token-expired`, `token-invalid`
     */
    public static function verify(string $token): array
    {
        $parts = preg_match('/^[\w-]+\.[\w-]+\.[\w-]+$/D', $token) ? explode('.', $token) : [];
        [$header, $claims] = [self::decode($parts[0] ?? ''), self::decode($parts[1] ?? '')];
        $isOurs = ($header['alg'] ?? null) === 'HS256'
            && is_string($header['typ'] ?? null)
            && strtolower($header['typ']) === self::TYPE
            && !isset($header['crit'])
            && self::isSigned($parts)
            && in_array(self::AUDIENCE, (array) ($claims['aud'] ?? null), true);
        if (!$isOurs || !self::isComplete($claims)) {
            throw self::invalid();
        }
        $now = time();
        if ($claims['exp'] <= $now) {
            throw new PrivatePodcastError('token-expired', 'The subscribe token has expired. The page gets a fresh one by itself.');
        }
        $isTimely = $claims['iat'] <= $now + self::MAX_CLOCK_SKEW_SECONDS
            && $claims['exp'] > $claims['iat']
            && $claims['exp'] - $claims['iat'] <= self::MAX_LIFETIME_SECONDS;
        if (!$isTimely) {
            throw self::invalid();
        }
        $isEmail = $claims['sub_format'] === 'email';
        return [
            'email' => $isEmail ? $claims['sub'] : null,
            'userId' => $isEmail ? null : $claims['sub'],
            'user' => $claims['wp_user'] ?? null,
            'sku' => $claims['sku'],
            'origin' => $claims['origin'] ?? null,
            'hasAccess' => !isset($claims['no_access']),
        ];
    }

    public static function invalid(): PrivatePodcastError
    {
        return new PrivatePodcastError('token-invalid', 'The subscribe token was not made by this site, or its secret has changed. Load the page again.');
    }

    private static function isComplete(array $claims): bool
    {
        $isNumber = fn(string $name) => is_int($claims[$name] ?? null) || is_float($claims[$name] ?? null);
        $isSubject = match ($claims['sub_format'] ?? null) {
            'email' => Ids::isEmail($claims['sub'] ?? null),
            'opaque' => Ids::isId($claims['sub'] ?? null),
            default => false,
        };
        // Another backend makes tokens only if it was given the secret, which is then a constant.
        $isUser = array_key_exists('wp_user', $claims)
            ? is_int($claims['wp_user']) && $claims['wp_user'] > 0 && $claims['sub_format'] === 'email'
            : Settings::constant('token_secret') !== null;
        return $isSubject
            && $isUser
            && Ids::isId($claims['sku'] ?? null)
            && Ids::isId($claims['jti'] ?? null)
            && $isNumber('iat')
            && $isNumber('exp')
            && (!isset($claims['origin']) || Ids::isOrigin($claims['origin']));
    }

    private static function isSigned(array $parts): bool
    {
        foreach (Settings::tokenSecrets() as $secret) {
            if (hash_equals(self::encode(self::signature("$parts[0].$parts[1]", $secret)), $parts[2])) {
                return true;
            }
        }
        return false;
    }

    private static function signature(string $text, string $secret): string
    {
        return hash_hmac('sha256', $text, $secret, true);
    }

    private static function encode(string $bytes): string
    {
        return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
    }

    private static function decode(string $text): array
    {
        $value = json_decode((string) base64_decode(strtr($text, '-_', '+/'), true), true);
        return is_array($value) ? $value : [];
    }
}
