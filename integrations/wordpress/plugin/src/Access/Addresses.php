<?php
/**
 * E-mail addresses in the table: encrypted, and found by a keyed hash. Both keys come from the site's
 * salts, so a stolen database alone names nobody.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Access;

final class Addresses
{
    /** The name of a row: the same whatever the case of the address. */
    public static function rowName(string $address, string $sku): string
    {
        return hash_hmac('sha256', strtolower(trim($address)) . "\n" . $sku, self::key('name'));
    }

    public static function seal(string $address): string
    {
        $nonce = random_bytes(SODIUM_CRYPTO_SECRETBOX_NONCEBYTES);
        return base64_encode($nonce . sodium_crypto_secretbox($address, $nonce, self::key('seal')));
    }

    /** @return ?string null if the salts have changed since. */
    public static function open(string $sealed): ?string
    {
        $bytes = (string) base64_decode($sealed, true);
        if (strlen($bytes) <= SODIUM_CRYPTO_SECRETBOX_NONCEBYTES) {
            return null;
        }
        $nonce = substr($bytes, 0, SODIUM_CRYPTO_SECRETBOX_NONCEBYTES);
        $box = substr($bytes, SODIUM_CRYPTO_SECRETBOX_NONCEBYTES);
        $address = sodium_crypto_secretbox_open($box, $nonce, self::key('seal'));
        return $address === false ? null : $address;
    }

    private static function key(string $use): string
    {
        return hash_hmac('sha256', "private_podcast_subscribe:grants:$use", wp_salt('auth'), true);
    }
}
