<?php
/**
 * The client secret that the settings page saves: sealed with the site's salts, together with the
 * hosts that it was given for. It is not sent to any other host.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe;

final class ClientSecret
{
    private const NAME = 'client_secret';
    private const PREFIX = 'sealed:';

    /** @param array<string, mixed> $settings with the addresses that the secret is for. */
    public static function seal(string $secret, array $settings): string
    {
        return $secret === '' ? '' : self::PREFIX . Sealed::seal(self::NAME, [
            'secret' => $secret,
            'hosts' => self::hostsOf($settings),
        ]);
    }

    /** Whether the settings hold a secret as it was typed, from before secrets were sealed. */
    public static function isPlain(mixed $saved): bool
    {
        return is_string($saved) && $saved !== '' && !str_starts_with($saved, self::PREFIX);
    }

    /**
     * The saved secret; empty if there is none, if it was given for other hosts, or if the salts have
     * changed since.
     */
    public static function open(mixed $saved): string
    {
        if (self::isPlain($saved)) {
            return trim($saved);
        }
        $content = self::content($saved);
        return $content !== null && $content['hosts'] === self::hostsOf(Settings::saved()) ? $content['secret'] : '';
    }

    /** Whether other settings have the same addresses as the saved ones. */
    public static function isForHostsOf(array $settings): bool
    {
        return self::hostsOf($settings) === self::hostsOf(Settings::saved());
    }

    /** Whether a secret is saved that must not be sent to the present addresses. */
    public static function isForOtherHosts(mixed $saved): bool
    {
        return is_string($saved) && $saved !== '' && self::open($saved) === '';
    }

    public static function askAgain(): string
    {
        return __('The client secret was saved for other addresses, or the salts of wp-config.php have changed. Enter it again under Settings → Private Podcast.', 'private-podcast-subscribe');
    }

    /** @return ?array{secret: string, hosts: array<string, string>} */
    private static function content(mixed $saved): ?array
    {
        $content = is_string($saved) && str_starts_with($saved, self::PREFIX)
            ? Sealed::open(self::NAME, substr($saved, strlen(self::PREFIX)))
            : null;
        return is_string($content['secret'] ?? null) && is_array($content['hosts'] ?? null) ? $content : null;
    }

    /** Where the secret, and the feed links that it opens, would go. */
    private static function hostsOf(array $settings): array
    {
        $hosts = [];
        foreach (BaseUrl::NAMES as $name) {
            $constant = Settings::constant($name);
            $url = $constant === null ? ($settings[$name] ?? '') : constant($constant);
            $hosts[$name] = BaseUrl::originOf(is_string($url) ? trim($url) : '');
        }
        return $hosts;
    }
}
