<?php
/**
 * The way to the log-in and back. It leads back to the page that was asked for: the post of the loop is
 * another one in a header, a widget, an archive, a search and on a page that was not found.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Page;

final class LoginLink
{
    public static function url(): string
    {
        return wp_login_url(self::requestedUrl());
    }

    /**
     * The URL that the browser asked for, on the host that the settings of WordPress name. Content that
     * a script fetches is part of another page: there, the script of the member page corrects the link.
     */
    private static function requestedUrl(): string
    {
        $isPage = !is_admin() && !wp_doing_ajax() && !wp_is_json_request()
            && !(defined('REST_REQUEST') && REST_REQUEST);
        $path = $isPage && is_string($_SERVER['REQUEST_URI'] ?? null) ? wp_unslash($_SERVER['REQUEST_URI']) : '';
        if ($path === '') {
            return get_permalink() ?: home_url('/');
        }
        $home = wp_parse_url(home_url());
        $port = isset($home['port']) ? ":{$home['port']}" : '';
        return esc_url_raw("{$home['scheme']}://{$home['host']}$port/" . ltrim($path, '/'));
    }
}
