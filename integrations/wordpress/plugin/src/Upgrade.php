<?php
/** The steps of a newer version of the plugin with the settings that an older one has saved. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe;

final class Upgrade
{
    /** The signing key of before, which is derived from the site's salts now. */
    private const TOKEN_SECRET_OPTION = 'private_podcast_subscribe_token_secret';

    /** Seals a secret that lies in the database as it was typed, and removes the signing key. */
    public static function run(): void
    {
        $saved = Settings::saved();
        if (ClientSecret::isPlain($saved['client_secret'] ?? '')) {
            $saved['client_secret'] = ClientSecret::seal(trim($saved['client_secret']), $saved);
            update_option(Settings::OPTION, $saved);
            delete_option(self::TOKEN_SECRET_OPTION);
        }
    }
}
