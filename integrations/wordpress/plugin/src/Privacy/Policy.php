<?php
/** The text that WordPress suggests for the site's privacy policy (Settings → Privacy). */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Privacy;

use PrivatePodcastSubscribe\Access\Rules;
use PrivatePodcastSubscribe\Settings;

final class Policy
{
    public static function suggest(): void
    {
        wp_add_privacy_policy_content(__('Private Podcast', 'private-podcast-subscribe'), wp_kses_post(self::text()));
    }

    private static function text(): string
    {
        $paragraphs = [
            '<strong class="privacy-policy-tutorial">' . esc_html__('Suggested text:', 'private-podcast-subscribe') . '</strong> '
                . esc_html(self::whoIsNamed()),
            esc_html__('Your podcast feed has an address of its own, which only you should know. Your podcast app and your browser load the episodes from that feed and from the servers it names. Those servers see your IP address and which app you use.', 'private-podcast-subscribe'),
            esc_html__('This site keeps the operator’s ID for your account for a day and the address of your feed for five minutes, encrypted. A link for your phone is kept for ten minutes, one in an e-mail for a day.', 'private-podcast-subscribe'),
            esc_html__('Your browser remembers how far you have listened and which app you chose. This stays on your device.', 'private-podcast-subscribe'),
        ];
        return '<p>' . implode('</p><p>', $paragraphs) . '</p>';
    }

    /** Whose address the operator gets depends on the settings. */
    private static function whoIsNamed(): string
    {
        $operator = PersonalData::operator();
        $isLimited = array_filter(Settings::items('products'), fn(string $sku) => !Rules::isSetFor($sku)) === [];
        $whom = $isLimited
            /* translators: %s: name of a host */
            ? __('When you open a page with our private podcast and are allowed to listen, we send your e-mail address to the operator of our feed service (%s), to get your personal feed.', 'private-podcast-subscribe')
            /* translators: %s: name of a host */
            : __('When you are logged in and open a page with our private podcast, we send your e-mail address to the operator of our feed service (%s), to learn whether you may listen and to get your personal feed.', 'private-podcast-subscribe');
        return sprintf($whom, $operator === '' ? '…' : $operator)
            . (Settings::isOn('create_users') ? ' ' . __('The operator makes an account for you.', 'private-podcast-subscribe') : '');
    }
}
