<?php
/**
 * Public keys that someone might set as the token secret. Whoever knows such a "secret", that is
 * everyone, could make tokens (RFC 8725 §2.1), so no form of one is accepted. The rule is the kit's.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe;

final class PublicKeyText
{
    /** A key in a text in a text: deeper, nobody packs one by accident. */
    private const MAX_DEPTH = 3;
    /** Bytes of the modulus of usual RSA keys. */
    private const MODULUS_BYTES = [256, 384, 512];
    /** Bytes of an uncompressed point of P-256, P-384 or P-521 (SEC 1 §2.3.3). */
    private const POINT_BYTES = [65, 97, 133];
    private const SMALL_PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47];
    private const SPACE = '[\s\p{Z}\x{FEFF}]';

    /**
     * Whether a secret is a key in any form, or 43 characters of Base64url: the `x` of a public key for
     * ES256 or EdDSA is written so, and looks like random bytes.
     */
    public static function isLike(string $secret): bool
    {
        return self::isKey($secret, 0)
            || preg_match('/^' . self::SPACE . '*[\w-]{43}' . self::SPACE . '*$/Du', $secret) === 1;
    }

    private static function isKey(string $bytes, int $depth): bool
    {
        if (self::isDer($bytes) || self::isPoint($bytes) || self::isModulus($bytes)) {
            return true;
        }
        $text = self::trimmed($bytes);
        if (preg_match('/-----BEGIN|^(?:ssh-|ecdsa-sha2-)/', $text) === 1 || self::isJwkText($text)) {
            return true;
        }
        if ($depth < self::MAX_DEPTH) {
            foreach (self::decodings($text) as $inner) {
                if (self::isKey($inner, $depth + 1)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** A text without the spaces around it, a byte order mark among them; other bytes as they are. */
    private static function trimmed(string $bytes): string
    {
        return preg_replace('/^' . self::SPACE . '+|' . self::SPACE . '+$/Du', '', $bytes) ?? trim($bytes);
    }

    /** DER's `SEQUENCE { SEQUENCE`, as every public key begins, with a length that fits (RFC 5280 §4.1). */
    private static function isDer(string $bytes): bool
    {
        $length = strlen($bytes);
        if ($length < 40 || $bytes[0] !== "\x30") {
            return false;
        }
        [$first, $second, $third] = [ord($bytes[1]), ord($bytes[2]), ord($bytes[3])];
        return match (true) {
            $first < 0x80 => $length === $first + 2 && $second === 0x30,
            $first === 0x81 => $length === $second + 3 && $third === 0x30,
            default => $first === 0x82 && $length === $second * 256 + $third + 4 && $bytes[4] === "\x30",
        };
    }

    private static function isPoint(string $bytes): bool
    {
        return in_array(strlen($bytes), self::POINT_BYTES, true) && $bytes[0] === "\x04";
    }

    /** Whether bytes may be the `n` of an RSA key: of full length, and not divisible by small primes. */
    private static function isModulus(string $bytes): bool
    {
        $number = str_starts_with($bytes, "\0") ? substr($bytes, 1) : $bytes;
        if (!in_array(strlen($number), self::MODULUS_BYTES, true) || ord($number[0]) < 0x80) {
            return false;
        }
        foreach (self::SMALL_PRIMES as $prime) {
            $rest = 0;
            foreach (str_split($number) as $byte) {
                $rest = ($rest * 256 + ord($byte)) % $prime;
            }
            if ($rest === 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * The bytes of a text in Base64 or Base64url, or in hexadecimal, line breaks and all.
     * @return string[]
     */
    private static function decodings(string $text): array
    {
        $packed = preg_replace('/' . self::SPACE . '+/u', '', $text) ?? $text;
        $hex = preg_replace('/^0x|:/i', '', $packed);
        $base64 = rtrim(strtr($packed, '-_', '+/'), '=');
        return array_filter([
            preg_match('/^(?:[\da-f]{2})+$/Di', $hex) === 1 ? hex2bin($hex) : false,
            preg_match('~^[A-Za-z\d+/]+$~D', $base64) === 1 ? base64_decode($base64, true) : false,
        ], 'is_string');
    }

    private static function isJwkText(string $text): bool
    {
        return preg_match('/^[[{]/', $text) === 1 && self::holdsJwk(json_decode($text));
    }

    /** Whether a value of JSON is a key, or has one in it (RFC 7517). */
    private static function holdsJwk(mixed $value): bool
    {
        if (is_array($value)) {
            return array_filter($value, [self::class, 'holdsJwk']) !== [];
        }
        return is_object($value) && array_intersect_key((array) $value, ['kty' => 1, 'keys' => 1, 'x' => 1, 'n' => 1]) !== [];
    }
}
