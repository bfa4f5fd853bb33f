<?php
/**
 * Transients that hold secrets. The database gets them encrypted, with a key from this site's own
 * salts: a stolen database alone gives nothing away.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe;

final class Sealed
{
    private const PREFIX = 'pps_';

    /** Names of transients are short, and give nothing away. */
    private static function transientOf(string $name): string
    {
        return self::PREFIX . substr(hash_hmac('sha256', $name, wp_salt('auth')), 0, 40);
    }

    /** Each name has a key of its own, so an entry that is put under another name does not open. */
    private static function keyOf(string $name): string
    {
        return hash_hmac('sha256', "sealed:$name", wp_salt('secure_auth'), true);
    }

    public static function set(string $name, array $value, int $seconds): void
    {
        $nonce = random_bytes(SODIUM_CRYPTO_SECRETBOX_NONCEBYTES);
        $box = sodium_crypto_secretbox((string) wp_json_encode($value), $nonce, self::keyOf($name));
        set_transient(self::transientOf($name), base64_encode($nonce . $box), $seconds);
    }

    public static function get(string $name): ?array
    {
        return self::open($name, get_transient(self::transientOf($name)));
    }

    /** As `get`, but sees what another process has written since this one began. */
    public static function getFresh(string $name): ?array
    {
        $transient = self::transientOf($name);
        if (wp_using_ext_object_cache()) {
            return self::open($name, wp_cache_get($transient, 'transient', true));
        }
        foreach (["_transient_$transient", "_transient_timeout_$transient", 'notoptions'] as $option) {
            wp_cache_delete($option, 'options');
        }
        return self::get($name);
    }

    /** Takes an entry out. Of several processes that try at once, one gets it. */
    public static function take(string $name): ?array
    {
        $value = self::get($name);
        return $value !== null && delete_transient(self::transientOf($name)) ? $value : null;
    }

    public static function delete(string $name): void
    {
        delete_transient(self::transientOf($name));
    }

    private static function open(string $name, mixed $sealed): ?array
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
