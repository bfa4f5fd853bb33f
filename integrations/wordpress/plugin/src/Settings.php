<?php
/**
 * The publisher's settings. A constant in wp-config.php, such as
 * PRIVATE_PODCAST_SUBSCRIBE_CLIENT_SECRET, wins over what the settings page has saved.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe;

final class Settings
{
    /** Name of the option that holds what the settings page saves. */
    public const OPTION = 'private_podcast_subscribe';
    /** Name of the option with the secret that signs subscribe tokens. */
    public const TOKEN_SECRET_OPTION = 'private_podcast_subscribe_token_secret';

    private const MIN_SECRET_BYTES = 32;
    private const DEFAULT_SCOPE = 'vault:impersonate profile:user:read';

    /** Settings that a call to the operator needs. */
    private const REQUIRED = ['token_url', 'base_url', 'client_id', 'client_secret', 'onboarding_origin_id'];

    private static function constantOf(string $name): string
    {
        return 'PRIVATE_PODCAST_SUBSCRIBE_' . strtoupper($name);
    }

    /** The constant that sets this field; null if none does. */
    public static function constant(string $name): ?string
    {
        return defined(self::constantOf($name)) ? self::constantOf($name) : null;
    }

    private static function value(string $name): mixed
    {
        $constant = self::constant($name);
        if ($constant !== null) {
            return constant($constant);
        }
        $saved = get_option(self::OPTION, []);
        return is_array($saved) ? ($saved[$name] ?? '') : '';
    }

    public static function text(string $name): string
    {
        $value = self::value($name);
        return is_scalar($value) ? trim((string) $value) : '';
    }

    public static function isOn(string $name): bool
    {
        return (bool) self::value($name);
    }

    /**
     * A list: an array, or a text with one item per line.
     * @return string[]
     */
    public static function items(string $name): array
    {
        $value = self::value($name);
        $items = is_array($value) ? $value : preg_split('/[\s,]+/', is_string($value) ? $value : '');
        return array_values(array_filter(array_map('strval', $items ?: []), 'strlen'));
    }

    public static function scope(): string
    {
        return self::text('scope') ?: self::DEFAULT_SCOPE;
    }

    public static function parserFormat(): string
    {
        return self::text('parser_format') ?: 'service';
    }

    /** Checks that every setting that the operator's calls need is there. */
    public static function requireComplete(): void
    {
        $missing = array_filter(self::REQUIRED, fn(string $name) => self::text($name) === '');
        if ($missing) {
            throw new PrivatePodcastError('config', sprintf(
                /* translators: %s: names of fields */
                __('These settings are missing: %s. Fill them in under Settings → Private Podcast.', 'private-podcast-subscribe'),
                implode(', ', array_map([self::class, 'label'], $missing))
            ));
        }
        self::baseUrl('token_url');
        self::baseUrl('base_url');
    }

    /**
     * A base URL without its trailing slashes; an empty string if it is not set.
     * @throws PrivatePodcastError `config` if a secret must not be sent there.
     */
    public static function baseUrl(string $name): string
    {
        $url = self::text($name);
        if ($url === '' || self::isBaseUrl($url)) {
            return rtrim($url, '/');
        }
        throw new PrivatePodcastError('config', sprintf(
            /* translators: %s: name of a field */
            __('“%s” is not a valid base URL. Use an https URL without a user name, query or fragment.', 'private-podcast-subscribe'),
            self::label($name)
        ));
    }

    /** Whether a text is an https URL to which a path can be appended. Plain http is for loopback only. */
    public static function isBaseUrl(string $url): bool
    {
        $parts = wp_parse_url($url);
        if (!is_array($parts) || preg_match('/\s/', $url) || empty($parts['host'])) {
            return false;
        }
        $scheme = strtolower($parts['scheme'] ?? '');
        $isLoopback = preg_match('/^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/i', $parts['host']);
        return ($scheme === 'https' || ($scheme === 'http' && $isLoopback)) && !preg_match('/[?#@]/', $url);
    }

    /**
     * The secrets of subscribe tokens: the first one signs, all of them verify. Without a constant,
     * WordPress makes one at random and keeps it.
     * @return string[]
     */
    public static function tokenSecrets(): array
    {
        $constant = self::constant('token_secret');
        $secrets = $constant === null ? [self::ownTokenSecret()] : (array) constant($constant);
        foreach ($secrets as $secret) {
            if (!is_string($secret) || strlen($secret) < self::MIN_SECRET_BYTES) {
                throw new PrivatePodcastError('config', __('The token secret in wp-config.php is too short. Use at least 32 random bytes, or remove the constant and WordPress creates a secret.', 'private-podcast-subscribe'));
            }
        }
        return array_values($secrets);
    }

    private static function ownTokenSecret(): string
    {
        $secret = get_option(self::TOKEN_SECRET_OPTION);
        if (is_string($secret) && $secret !== '') {
            return $secret;
        }
        // Of two processes that get here at once, one adds the option, and both use what it added.
        add_option(self::TOKEN_SECRET_OPTION, base64_encode(random_bytes(self::MIN_SECRET_BYTES)), '', 'no');
        wp_cache_delete('notoptions', 'options');
        wp_cache_delete(self::TOKEN_SECRET_OPTION, 'options');
        return (string) get_option(self::TOKEN_SECRET_OPTION);
    }

    /** A field's label on the settings page. */
    public static function label(string $name): string
    {
        return [
            'token_url' => __('Token URL', 'private-podcast-subscribe'),
            'base_url' => __('Base URL', 'private-podcast-subscribe'),
            'parser_url' => __('Parser URL', 'private-podcast-subscribe'),
            'consume_url' => __('Consume page URL', 'private-podcast-subscribe'),
            'client_id' => __('Client ID', 'private-podcast-subscribe'),
            'client_secret' => __('Client secret', 'private-podcast-subscribe'),
            'onboarding_origin_id' => __('Onboarding origin ID', 'private-podcast-subscribe'),
            'products' => __('Podcasts', 'private-podcast-subscribe'),
            'roles' => __('Who may listen', 'private-podcast-subscribe'),
            'extensions' => __('Extensions', 'private-podcast-subscribe'),
        ][$name] ?? $name;
    }
}
