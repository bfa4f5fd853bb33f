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

    /**
     * Whether a value looks like an e-mail address, an international one included, and is no other
     * spelling of an address that people would tell apart from it.
     */
    public static function isEmail(mixed $value): bool
    {
        if (
            !is_string($value)
            || strlen($value) > self::MAX_EMAIL_LENGTH
            || preg_match('/^[^\s\p{Z}\p{Cc}@]+@([^\s\p{Z}\p{Cc}@]+)$/Du', $value, $parts) !== 1
        ) {
            return false;
        }
        // In lower case, or in their normal form, these letters are ASCII ones: another person's address.
        return preg_match('/[\x{130}\x{37E}\x{1FEF}\x{212A}]/u', $value) !== 1 && self::isDomain($parts[1]);
    }

    /**
     * Whether DNS has a domain as it stands. IDNA maps many letters to others, and leaves some out.
     * Only PHP's extension intl can tell: without it, domains of ASCII alone are accepted.
     */
    private static function isDomain(string $domain): bool
    {
        if (preg_match('/[^\x00-\x7F]/', $domain) !== 1) {
            return true;
        }
        if (!function_exists('idn_to_ascii')) {
            return false;
        }
        $composed = (string) \Normalizer::normalize($domain, \Normalizer::FORM_C);
        // Letter by letter, as IDNA does it: at the end of a word, a sigma has another lower case.
        $lower = fn(string $letter): string => (string) \IntlChar::tolower($letter);
        $folded = implode('', array_map($lower, preg_split('//u', $composed, -1, PREG_SPLIT_NO_EMPTY) ?: []));
        foreach (explode('.', $folded) as $label) {
            if (preg_match('/[^\x00-\x7F]/', $label) !== 1) {
                continue;
            }
            $flags = IDNA_NONTRANSITIONAL_TO_ASCII | IDNA_CHECK_BIDI | IDNA_CHECK_CONTEXTJ;
            $ascii = idn_to_ascii($label, $flags, INTL_IDNA_VARIANT_UTS46);
            $back = $ascii === false ? false : idn_to_utf8($ascii, IDNA_NONTRANSITIONAL_TO_UNICODE, INTL_IDNA_VARIANT_UTS46);
            if ($back !== $label) {
                return false;
            }
        }
        return true;
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
