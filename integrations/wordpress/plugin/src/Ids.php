<?php
/** Checks of values before they are sent or trusted. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe;

final class Ids
{
    /** In characters. Real IDs are less than half as long. */
    private const MAX_ID_LENGTH = 512;
    private const MAX_EMAIL_LENGTH = 254;

    /** Whether a value is an ID that can go into a path, a query or a body. `.` and `..` would change the path. */
    public static function isId(mixed $value): bool
    {
        return is_string($value)
            && strlen($value) <= self::MAX_ID_LENGTH
            && preg_match('/^[^\s\p{Z}\p{Cc}]+$/Du', $value) === 1
            && !in_array($value, ['.', '..'], true);
    }

    /** Whether a value looks like an e-mail address, an international one included. */
    public static function isEmail(mixed $value): bool
    {
        return is_string($value)
            && strlen($value) <= self::MAX_EMAIL_LENGTH
            && preg_match('/^[^\s\p{Z}\p{Cc}@]+@[^\s\p{Z}\p{Cc}@]+$/Du', $value) === 1;
    }

    /** Whether a value is an absolute http(s) URL. */
    public static function isWebUrl(mixed $value): bool
    {
        return is_string($value)
            && preg_match('/^https?:\/\/[^\s\p{Cc}]+$/Dui', $value) === 1
            && is_string(wp_parse_url($value, PHP_URL_HOST));
    }

    /** Whether a text is exactly what a browser sends as `Origin` for a web page. */
    public static function isOrigin(mixed $value): bool
    {
        return is_string($value)
            && preg_match('/^https?:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:]+\])(?::(?!80$|443$)\d{1,5})?$/D', $value) === 1;
    }

    /** The host of a URL with its port, as a `Host` header has it. */
    public static function hostOf(string $url): string
    {
        $host = (string) wp_parse_url($url, PHP_URL_HOST);
        $port = wp_parse_url($url, PHP_URL_PORT);
        return strtolower($port ? "$host:$port" : $host);
    }
}
