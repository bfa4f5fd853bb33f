<?php
/**
 * The addresses that secrets and feed links go to. One that is typed into the settings page leads to
 * a public host over https; only wp-config.php names others, so that the page is no way to ask around
 * inside the server's own network.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe;

// phpcs:disable WordPress.Security.EscapeOutput.ExceptionNotEscaped -- Messages go to the log and through esc_html(), never straight into a page.

final class BaseUrl
{
    /** Address blocks that are not on the public Internet (IANA's registries of special purposes), for multicast, or reserved. */
    private const INNER_BLOCKS = [
        '0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24',
        '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24',
        '224.0.0.0/3',
    ];
    /** Top names of networks of one's own (RFC 6761, 6762, 7686, 8375, and ICANN's `internal`). */
    private const INNER_NAMES = '/\.(?:localhost|local|localdomain|internal|intranet|private|corp|home|lan|arpa|onion|test|invalid)$/D';

    public const NAMES = ['token_url', 'base_url', 'parser_url', 'consume_url', 'admin_url'];

    /**
     * A base URL without its trailing slashes; an empty string if it is not set.
     * @throws PrivatePodcastError `config` if nothing may be sent there.
     */
    public static function of(string $name): string
    {
        $url = Settings::text($name);
        $isUsable = Settings::constant($name) === null ? self::mayBeTyped($url, $name) : self::mayBeConstant($url, $name);
        if ($url === '' || $isUsable) {
            return rtrim($url, '/');
        }
        /* translators: %s: name of a field */
        $message = __('“%s” is not a valid base URL. Use an https URL without a user name, query or fragment.', 'private-podcast-subscribe');
        throw new PrivatePodcastError('config', trim(sprintf($message, Settings::label($name)) . ' ' . self::hint($url, $name)));
    }

    /** Whether the settings page may save this: https to a public host, or a host that wp-config.php names. */
    public static function mayBeTyped(string $url, string $name = ''): bool
    {
        return self::isWellFormed($url)
            && self::pathTooMany($url, $name) === ''
            && (self::isNamed($url) || (self::schemeOf($url) === 'https' && self::isPublic(self::hostOf($url))));
    }

    /** Whether a constant may say this: https, or plain http to this machine or a host that wp-config.php names. */
    private static function mayBeConstant(string $url, string $name): bool
    {
        return self::isWellFormed($url)
            && self::pathTooMany($url, $name) === ''
            && (self::schemeOf($url) === 'https' || self::isNamed($url) || self::isLoopback(self::hostOf($url)));
    }

    /** The advice about a path too many, or about an address of the server's own network; empty for another one. */
    public static function hint(string $url, string $name): string
    {
        $path = self::pathTooMany($url, $name);
        if ($path !== '') {
            return self::without($path);
        }
        $isInner = self::isWellFormed($url) && (self::schemeOf($url) === 'http' || !self::isPublic(self::hostOf($url)));
        return !$isInner ? '' : sprintf(
            /* translators: 1: name of a PHP constant, 2: a host, such as "service:8787" */
            __('For a server in your own network, add the host to wp-config.php: define(\'%1$s\', [\'%2$s\']).', 'private-podcast-subscribe'),
            'PRIVATE_PODCAST_SUBSCRIBE_ALLOW_INSECURE_HOSTS',
            Ids::hostOf($url)
        );
    }

    /** Says that an address comes without a path, which each call adds. */
    public static function without(string $path): string
    {
        /* translators: %s: a path, such as "/oauth/token" */
        return sprintf(__('Without “%s”.', 'private-podcast-subscribe'), $path);
    }

    /** The path of a call at the end of an address; empty if it has none. Any other is right, such as "/api/v2". */
    private static function pathTooMany(string $url, string $name): string
    {
        $path = (string) wp_parse_url($url, PHP_URL_PATH);
        $own = '~/(?:oauth/token|vault(?:/entitlements(?:/.*)?)?|profile(?:/email(?:/.*)?)?|rss)$~D';
        return $name !== 'consume_url' && preg_match($own, rtrim($path, '/'), $found) === 1 ? $found[0] : '';
    }

    /** Scheme, host and port; empty if there is no address. */
    public static function originOf(string $url): string
    {
        return $url === '' ? '' : self::schemeOf($url) . '://' . Ids::hostOf($url);
    }

    /** Whether a path can be appended. Anything that parsers read in different ways is refused. */
    private static function isWellFormed(string $url): bool
    {
        return preg_match('~^https?://(?:[a-z\d](?:[a-z\d_-]|\.(?!\.))*(?<![._-])|\[[\da-f:.]+\])(?::\d{1,5})?(?:/[^\s\\\\?#@]*)?$~Di', $url) === 1;
    }

    private static function schemeOf(string $url): string
    {
        return strtolower((string) wp_parse_url($url, PHP_URL_SCHEME));
    }

    private static function hostOf(string $url): string
    {
        return strtolower((string) wp_parse_url($url, PHP_URL_HOST));
    }

    private static function isNamed(string $url): bool
    {
        $named = Settings::constant('allow_insecure_hosts') === null ? [] : Settings::items('allow_insecure_hosts');
        return in_array(Ids::hostOf($url), array_map('strtolower', $named), true);
    }

    private static function isLoopback(string $host): bool
    {
        return preg_match('/^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/D', $host) === 1;
    }

    private static function isIn(int $address, string $block): bool
    {
        [$first, $bits] = explode('/', $block);
        return ($address ^ ip2long($first)) >> (32 - (int) $bits) === 0;
    }

    /** No name of this machine, and no address of a private network, in any way of writing one. */
    private static function isPublic(string $host): bool
    {
        $labels = explode('.', $host);
        // 127.1, 0x7f000001 and 2130706433 are addresses too.
        if (preg_match('/^(?:\d+|0x[\da-f]*)$/D', (string) end($labels))) {
            $address = filter_var($host, FILTER_VALIDATE_IP, FILTER_FLAG_IPV4) === false ? false : ip2long($host);
            return $address !== false && array_filter(self::INNER_BLOCKS, fn(string $block) => self::isIn($address, $block)) === [];
        }
        // An IPv6 address can hold an IPv4 address, which PHP does not look at: none is taken.
        return count($labels) > 1 && preg_match(self::INNER_NAMES, $host) !== 1 && !str_starts_with($host, '[');
    }
}
