<?php
/**
 * The plugin's two routes, both on admin-ajax.php, which no page cache keeps and which plugins that
 * watch the REST API for their own bearer tokens leave alone. They are answered before WordPress
 * answers a preflight itself, or lets a page of this site read with cookies.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Subscribe;

final class Routes
{
    /** The element's endpoint: a short name, because it is part of a QR code. */
    public const ENDPOINT = 'private_podcast';
    /** Where a page gets a token for the user who is logged in. */
    public const TOKEN = 'private_podcast_token';

    public static function answer(): void
    {
        if (!wp_doing_ajax()) {
            return;
        }
        $request = Request::current();
        match ($request->query('action')) {
            self::ENDPOINT => SubscribeHandler::answer($request)->send(),
            self::TOKEN => TokenEndpoint::answer($request)->send(),
            default => null,
        };
    }

    /** The path of admin-ajax.php, so that a page asks the host it came from. */
    public static function path(string $action): string
    {
        return wp_make_link_relative(admin_url('admin-ajax.php')) . "?action=$action";
    }
}
