<?php
/**
 * Finds the plugin's texts for each language of WordPress. A site in German of Austria, or in Spanish of
 * Mexico, gets those of the language that it shares with others, and not English.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe;

final class Languages
{
    private const DOMAIN = 'private-podcast-subscribe';

    /** The language of the texts, by the beginning of WordPress's name for one. The first that fits counts. */
    private const SHARED = [
        // In Switzerland, WordPress says “Sie” unless a site chooses otherwise.
        '/^de(_\w+)?_formal$|^de_CH$/D' => 'de_DE_formal',
        '/^de(_|$)/D' => 'de_DE',
        '/^es(_|$)/D' => 'es_ES',
        '/^fr(_|$)/D' => 'fr_FR',
        '/^pt(_|$)/D' => 'pt_BR',
    ];

    public static function load(): void
    {
        add_filter('load_textdomain_mofile', [self::class, 'ofPhp'], 10, 2);
        add_filter('load_script_translation_file', [self::class, 'ofScript'], 10, 3);
        load_plugin_textdomain(self::DOMAIN, false, dirname(plugin_basename(PLUGIN_FILE)) . '/languages');
    }

    /** @param mixed $file the path that WordPress would load, for the texts in PHP. */
    public static function ofPhp(mixed $file, mixed $domain): mixed
    {
        return $domain === self::DOMAIN ? self::shared($file, '.mo') : $file;
    }

    /** @param mixed $file the same for the texts of the editor; false if WordPress knows none. */
    public static function ofScript(mixed $file, mixed $handle, mixed $domain): mixed
    {
        $suffix = is_string($handle) ? "-$handle.json" : '';
        return $domain === self::DOMAIN && $suffix !== '' ? self::shared($file, $suffix) : $file;
    }

    private static function shared(mixed $file, string $suffix): mixed
    {
        $pattern = '/^' . self::DOMAIN . '-(\w+)' . preg_quote($suffix, '/') . '$/D';
        if (!is_string($file) || is_readable($file) || !preg_match($pattern, basename($file), $match)) {
            return $file;
        }
        foreach (self::SHARED as $locales => $shared) {
            if (preg_match($locales, $match[1])) {
                return dirname(PLUGIN_FILE) . '/languages/' . self::DOMAIN . "-$shared$suffix";
            }
        }
        return $file;
    }
}
