<?php
/**
 * Secrets in the database, encrypted with a key from this site's own salts: a stolen database alone
 * gives nothing away. Most of them are kept for a while only.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe;

final class Sealed
{
    /** Each name has a key of its own, so an entry that is put under another name does not open. */
    private static function keyOf(string $name): string
    {
        return hash_hmac('sha256', "sealed:$name", wp_salt('secure_auth'), true);
    }

    /** A text that only this site can open, and only under this name. */
    public static function seal(string $name, array $value): string
    {
        $nonce = random_bytes(SODIUM_CRYPTO_SECRETBOX_NONCEBYTES);
        return base64_encode($nonce . sodium_crypto_secretbox((string) wp_json_encode($value), $nonce, self::keyOf($name)));
    }

    public static function set(string $name, array $value, int $seconds): void
    {
        Kept::set($name, self::seal($name, $value), $seconds);
    }

    /** The value that is kept now, whichever process has written it. */
    public static function get(string $name): ?array
    {
        return self::open($name, Kept::get($name));
    }

    /** Takes an entry out. Of several processes that try at once, one gets it. */
    public static function take(string $name): ?array
    {
        $value = self::get($name);
        return $value !== null && Kept::delete($name) ? $value : null;
    }

    /** The value that `seal` has sealed; null if it does not open. */
    public static function open(string $name, mixed $sealed): ?array
    {
        $bytes = is_string($sealed) ? base64_decode($sealed, true) : false;
        if ($bytes === false || strlen($bytes) <= SODIUM_CRYPTO_SECRETBOX_NONCEBYTES) {
            return null;
        }
        $nonce = substr($bytes, 0, SODIUM_CRYPTO_SECRETBOX_NONCEBYTES);
        $box = substr($bytes, SODIUM_CRYPTO_SECRETBOX_NONCEBYTES);
        $text = sodium_crypto_secretbox_open($box, $nonce, self::keyOf($name));
        $value = $text === false ? null : json_decode($text, true);
        return is_array($value) ? $value : null;
    }
}
