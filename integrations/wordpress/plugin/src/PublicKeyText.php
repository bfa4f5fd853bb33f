<?php
/**
 * Keys that someone might set as the token secret. Whoever knows a public key, that is everyone, could make
 * tokens with such a "secret" (RFC 8725 §2.1): PEM, JWK and DER are refused, as they are and in Base64. The
 * rule is the kit's.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe;

final class PublicKeyText
{
    /** PEM, an OpenSSH line, or JSON that names a member of a key (RFC 7517). */
    private const TEXT = '/-----BEGIN|^(?:ssh-|ecdsa-sha2-)|^[[{].*"(?:kty|x|n)"\s*:/s';
    /** What may stand around a text: spaces, and the bytes of a byte order mark. */
    private const AROUND = " \t\n\r\v\f\0\xEF\xBB\xBF";

    /**
     * Whether a secret is a key, or 43 characters of Base64url: the `x` of a public key for ES256 or EdDSA
     * is written so, and looks like random bytes.
     */
    public static function isLike(string $secret): bool
    {
        $text = trim($secret, self::AROUND);
        $unpacked = (string) base64_decode(strtr($text, '-_', '+/'), true);
        return self::isKey($secret) || self::isKey($unpacked) || preg_match('/^[\w-]{43}$/D', $text) === 1;
    }

    private static function isKey(string $bytes): bool
    {
        return self::isDer($bytes) || preg_match(self::TEXT, trim($bytes, self::AROUND)) === 1;
    }

    /** DER's `SEQUENCE { SEQUENCE`, as every public key begins, with a length that fits (RFC 5280 §4.1). */
    private static function isDer(string $bytes): bool
    {
        [$tag, $first, $second, $third, $fourth] = array_pad(array_map('ord', str_split(substr($bytes, 0, 5))), 5, 0);
        $length = strlen($bytes);
        return $tag === 0x30 && match (true) {
            $first < 0x80 => $length === $first + 2 && $second === 0x30,
            $first === 0x81 => $length === $second + 3 && $third === 0x30,
            default => $first === 0x82 && $length === $second * 256 + $third + 4 && $fourth === 0x30,
        };
    }
}
