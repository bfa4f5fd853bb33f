<?php
/**
 * The publisher's settings. A constant in wp-config.php, such as
 * PRIVATE_PODCAST_SUBSCRIBE_CLIENT_SECRET, wins over what the settings page has saved.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe;

// phpcs:disable WordPress.Security.EscapeOutput.ExceptionNotEscaped -- Messages go to the log and through esc_html(), never straight into a page.

final class Settings
{
    /** Name of the option that holds what the settings page saves. */
    public const OPTION = 'private_podcast_subscribe';
    private const MIN_SECRET_BYTES = 32;
    private const TOKEN_SECRET_LABEL = 'private-podcast-subscribe: subscribe tokens of site ';
    private const DEFAULT_SCOPE = 'vault:impersonate profile:user:read';

    private const OFF = ['', '0', 'false', 'no', 'off'];
    private const ON_BY_DEFAULT = ['create_users'];

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
        if (self::constantNeeded($name) !== null) {
            return '';
        }
        $saved = self::saved();
        return $name === 'client_secret'
            ? ClientSecret::open($saved[$name] ?? '')
            : ($saved[$name] ?? (in_array($name, self::ON_BY_DEFAULT, true) ? '1' : ''));
    }

    /** @return array<string, mixed> what the settings page has saved. */
    public static function saved(): array
    {
        $saved = get_option(self::OPTION, []);
        return is_array($saved) ? $saved : [];
    }

    /**
     * The constant without which an address does not count; null if it may be typed. A client secret in
     * wp-config.php, and what it opens, goes only to addresses that are there too: whoever can change
     * the settings page alone could else have it sent to themselves.
     */
    public static function constantNeeded(string $name): ?string
    {
        $isNeeded = self::constant($name) === null
            && in_array($name, BaseUrl::NAMES, true)
            && self::constant('client_secret') !== null;
        return $isNeeded ? self::constantOf($name) : null;
    }

    public static function text(string $name): string
    {
        $value = self::value($name);
        return is_scalar($value) ? trim((string) $value) : '';
    }

    /** Whether something is switched on. A constant may say it in words, as the environment does. */
    public static function isOn(string $name): bool
    {
        $value = self::value($name);
        return is_string($value) ? !in_array(strtolower(trim($value)), self::OFF, true) : (bool) $value;
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
        $needed = array_filter(array_map([self::class, 'constantNeeded'], self::REQUIRED));
        if ($needed) {
            throw new PrivatePodcastError('config', sprintf(
                /* translators: %s: names of constants */
                __('The client secret is set in wp-config.php, so the addresses that it goes to have to be set there too. Add %s.', 'private-podcast-subscribe'),
                implode(', ', $needed)
            ));
        }
        if (self::constant('client_secret') === null && ClientSecret::isForOtherHosts(self::saved()['client_secret'] ?? '')) {
            throw new PrivatePodcastError('config', ClientSecret::askAgain());
        }
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

    /** As `BaseUrl::of`. */
    public static function baseUrl(string $name): string
    {
        return BaseUrl::of($name);
    }

    /**
     * The secrets of subscribe tokens: the first one signs, all of them verify. Without a constant, it
     * comes from the salts, so that the database holds nothing that signs. Each site of a network has
     * its own: whoever runs one of them makes no tokens for another.
     * @return string[]
     */
    public static function tokenSecrets(): array
    {
        $constant = self::constant('token_secret');
        if ($constant === null) {
            return [hash_hmac('sha256', self::TOKEN_SECRET_LABEL . get_current_blog_id(), wp_salt('auth'))];
        }
        $secrets = (array) constant($constant);
        $isLong = fn(mixed $secret) => is_string($secret) && strlen($secret) >= self::MIN_SECRET_BYTES;
        if (!$secrets || array_filter($secrets, $isLong) !== $secrets) {
            throw new PrivatePodcastError('config', __('The token secret in wp-config.php is too short. Use at least 32 random bytes, or remove the constant and WordPress creates a secret.', 'private-podcast-subscribe'));
        }
        if (array_filter($secrets, [PublicKeyText::class, 'isLike'])) {
            throw new PrivatePodcastError('config', __('The token secret in wp-config.php is written like a public key, which everyone may know. Make one with “openssl rand -base64 32”, or remove the constant and WordPress creates a secret.', 'private-podcast-subscribe'));
        }
        return array_values($secrets);
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
            'create_users' => __('New accounts', 'private-podcast-subscribe'),
            'extensions' => __('Extensions', 'private-podcast-subscribe'),
        ][$name] ?? $name;
    }
}
