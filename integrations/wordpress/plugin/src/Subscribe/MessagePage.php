<?php
/**
 * A page of a few words: what went wrong with a link, and what to do next. The pages are those of the
 * Node handler, with the site's name and a button back to it.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Subscribe;

use PrivatePodcastSubscribe\Ids;
use const PrivatePodcastSubscribe\PLUGIN_FILE;

final class MessagePage
{
    /** HTTP status of each message (RFC 9110 §15). */
    private const STATUS = ['usedCode' => 410, 'failed' => 503, 'preview' => 200];

    /** Tags that more than the language decides, as in src/languages/languages.ts. */
    private const VARIANTS = [
        '/^n[on]\b/' => 'nb',
        '/^pt-(\w{4}-)?(?!br\b)\w\w\b/' => 'pt-PT',
        '/^zh-(hant|tw|hk|mo)\b/' => 'zh-Hant',
        '/^zh\b/' => 'zh-Hans',
    ];

    public static function response(string $name, Request $request): Response
    {
        $language = self::languageOf($request);
        $pages = require dirname(PLUGIN_FILE) . '/messages.php';
        $page = $pages[$name][$language] ?? $pages[$name]['en'];
        return new Response(
            self::STATUS[$name],
            $page['headers'],
            $request->method === 'HEAD' ? '' : self::ofThisSite($page['html'])
        );
    }

    /** The build left room for the site's name and its way back. */
    private static function ofThisSite(string $html): string
    {
        $name = get_bloginfo('name');
        return strtr($html, [
            '{{site}}' => esc_html($name !== '' ? $name : Ids::hostOf(home_url())),
            'https://site.invalid/' => esc_url(home_url('/')),
        ]);
    }

    /** The language with texts of its own that the device asks for, or else the one it names. */
    public static function languageOf(Request $request): string
    {
        $tag = $request->language();
        foreach (self::VARIANTS as $pattern => $language) {
            if (preg_match($pattern, $tag)) {
                return $language;
            }
        }
        return explode('-', $tag)[0];
    }
}
