<?php
/** What the site does not do by itself, and the owner can confirm: that it has moved, or that most members end. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Admin;

use PrivatePodcastSubscribe\Access\Gate;
use PrivatePodcastSubscribe\Access\Home;
use PrivatePodcastSubscribe\Access\WholeFile;

final class Confirmation
{
    private const ACTION = 'private_podcast_confirm';

    public static function start(): void
    {
        add_action('admin_post_' . self::ACTION, [self::class, 'take']);
    }

    /** What is to be confirmed, and the words on its button; null if there is nothing. @return ?array{0: string, 1: string, 2: string} */
    private static function asked(): ?array
    {
        $file = WholeFile::state();
        return match (true) {
            !Gate::isOn() => null,
            Home::hasMoved() => ['home', Home::message(), __('This site has moved: let members in from here', 'private-podcast-subscribe')],
            $file['code'] === 'refused' => ['end', $file['error'], __('It is right: end their access', 'private-podcast-subscribe')],
            default => null,
        };
    }

    public static function print(): void
    {
        [$name, $message, $button] = self::asked() ?? ['', '', ''];
        if ($name !== '') {
            printf('<div class="notice notice-warning inline"><p>%s</p><form action="%s" method="post"><input type="hidden" name="action" value="%s">', esc_html($message), esc_url(admin_url('admin-post.php')), esc_attr(self::ACTION));
            wp_nonce_field(self::ACTION . $name);
            printf('<p><button class="button">%s</button></p></form></div>', esc_html($button));
        }
    }

    /** Takes the owner's word for what was asked, if it is still asked. */
    public static function take(): void
    {
        [$name] = self::asked() ?? [''];
        // The name is in the nonce: a button of before does not confirm something else.
        check_admin_referer(self::ACTION . $name);
        if ($name === '' || !current_user_can(SettingsPage::CAPABILITY)) {
            wp_die('', '', 403);
        }
        if ($name === 'home') {
            Home::confirm();
        }
        WholeFile::start($name === 'end');
        Gate::hasWork();
        wp_safe_redirect(admin_url('options-general.php?page=' . SettingsPage::SLUG));
        exit;
    }
}
