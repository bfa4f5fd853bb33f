<?php
/**
 * The site that states members. A copy of it, such as a staging site, has their accounts and another
 * address: it states nothing until its owner says that the site has moved.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Access;

// phpcs:disable WordPress.Security.EscapeOutput.ExceptionNotEscaped -- Messages go to the log and through esc_html(), never straight into a page.

use PrivatePodcastSubscribe\PrivatePodcastError;

final class Home
{
    private const OPTION = 'private_podcast_subscribe_home';

    /** A hash: tools that copy a site write its new address wherever they find the old one. */
    private static function mark(): string
    {
        return hash('sha256', strtolower((string) preg_replace('~^https?://|/+$~', '', (string) get_option('home'))));
    }

    public static function hasMoved(): bool
    {
        return !in_array(get_option(self::OPTION), [false, self::mark()], true);
    }

    /** From now on, the site at this address is the one. */
    public static function confirm(): void
    {
        update_option(self::OPTION, self::mark());
    }

    /** Notes the address with the first statement. @throws PrivatePodcastError `config` at another one. */
    public static function require(): void
    {
        if (self::hasMoved()) {
            throw new PrivatePodcastError('config', self::message());
        }
        if (get_option(self::OPTION) === false) {
            self::confirm();
        }
    }

    public static function message(): string
    {
        return __('The address of this site has changed, so it no longer tells the feed service who may listen. If the site has moved, say so under Settings → Private Podcast. If it is a copy, untick “Let members in” there.', 'private-podcast-subscribe');
    }
}
