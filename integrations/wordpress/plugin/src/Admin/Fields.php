<?php
/** The fields of the settings page: how each is printed, and how it is read when it is saved. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Admin;

use PrivatePodcastSubscribe\BaseUrl;
use PrivatePodcastSubscribe\ClientSecret;
use PrivatePodcastSubscribe\Ids;
use PrivatePodcastSubscribe\Settings;

final class Fields
{
    /** @return array<string, array{section: string, type: string, help: string}> */
    public static function all(): array
    {
        return [
            'products' => ['section' => 'podcasts', 'type' => 'podcasts', 'help' => __('One podcast per line: its product ID, a space, and the name that visitors and your editors see. Your pages can show only these.', 'private-podcast-subscribe')],
            'access' => ['section' => 'podcasts', 'type' => 'access', 'help' => ''],
            'grants' => ['section' => 'podcasts', 'type' => 'checkbox', 'help' => __('Tick this if the operator gave this site the right to let members in (the scope “service:members”). The site then tells the feed service when a membership begins or ends, and a member who changes their address keeps their feed. Without that right, the operator must learn it from you: a member who leaves no longer sees the podcast here, but the feed in their app goes on until the operator ends it.', 'private-podcast-subscribe')],
            'token_url' => ['section' => 'operator', 'type' => 'url', 'help' => BaseUrl::without('/oauth/token')],
            'base_url' => ['section' => 'operator', 'type' => 'url', 'help' => __('Often the same as the token URL.', 'private-podcast-subscribe')],
            'client_id' => ['section' => 'operator', 'type' => 'text', 'help' => ''],
            'client_secret' => ['section' => 'operator', 'type' => 'secret', 'help' => __('Safer in wp-config.php, as the constant PRIVATE_PODCAST_SUBSCRIBE_CLIENT_SECRET.', 'private-podcast-subscribe')],
            'onboarding_origin_id' => ['section' => 'operator', 'type' => 'text', 'help' => __('You get it from the operator’s support.', 'private-podcast-subscribe')],
            'create_users' => ['section' => 'operator', 'type' => 'checkbox', 'help' => __('Whoever may listen gets an account at the operator with their first visit. Untick this if the operator knows all your members already.', 'private-podcast-subscribe')],
            'extensions' => ['section' => 'operator', 'type' => 'checkbox', 'help' => __('Tick this if your feed service can tell which apps fetch a feed, and can issue new feed links. The service that comes with this package can.', 'private-podcast-subscribe')],
            'parser_url' => ['section' => 'pages', 'type' => 'url', 'help' => __('Optional. Reads the episodes for the page. Without “/rss”.', 'private-podcast-subscribe')],
            'consume_url' => ['section' => 'pages', 'type' => 'url', 'help' => __('Optional. Opens the podcast on a phone. Without the language.', 'private-podcast-subscribe')],
        ];
    }

    /** @param array{name: string} $args */
    public static function print(array $args): void
    {
        $name = $args['name'];
        ['type' => $type, 'help' => $help] = self::all()[$name];
        if ($type === 'access') {
            AccessField::print();
            return;
        }
        $constant = Settings::constant($name);
        $needed = Settings::constantNeeded($name);
        $attributes = sprintf(
            'id="%s" name="%s" aria-describedby="%1$s-help" %s',
            esc_attr("private-podcast-$name"),
            esc_attr(Settings::OPTION . "[$name]"),
            disabled(($constant ?? $needed) !== null, true, false)
        );
        // phpcs:disable WordPress.Security.EscapeOutput -- the attributes are escaped above
        match ($type) {
            'podcasts' => PodcastsField::print($attributes),
            'checkbox' => printf('<input %s type="checkbox" value="1" %s>', $attributes, checked(Settings::isOn($name), true, false)),
            'secret' => printf('<input %s type="password" class="regular-text" value="" autocomplete="new-password" placeholder="%s">', $attributes, esc_attr(self::placeholder($name))),
            default => printf('<input %s type="%s" class="regular-text code" value="%s">', $attributes, esc_attr($type), esc_attr(Settings::text($name))),
        };
        // phpcs:enable
        $text = match (true) {
            /* translators: %s: name of a PHP constant */
            $constant !== null => sprintf(__('Set in wp-config.php as %s.', 'private-podcast-subscribe'), $constant),
            /* translators: %s: name of a PHP constant */
            $needed !== null => sprintf(__('Counts only in wp-config.php, as %s, because the client secret is there.', 'private-podcast-subscribe'), $needed),
            default => $help,
        };
        printf('<p class="description" id="%s">%s</p>', esc_attr("private-podcast-$name-help"), esc_html($text));
    }

    private static function placeholder(string $name): string
    {
        return Settings::constant($name) !== null || Settings::text($name) === ''
            ? ''
            : __('Saved. Leave empty to keep it.', 'private-podcast-subscribe');
    }

    /** The label of a field. */
    public static function label(string $name): string
    {
        return [
            'access' => __('Who may listen', 'private-podcast-subscribe'),
            'grants' => __('Let members in', 'private-podcast-subscribe'),
        ][$name] ?? Settings::label($name);
    }

    /**
     * Reads what the form sent. A value that cannot be used is reported, and what was saved stays.
     * @return array<string, mixed>
     */
    public static function read(mixed $sent): array
    {
        $saved = get_option(Settings::OPTION, []);
        $saved = is_array($saved) ? $saved : [];
        if (!is_array($sent)) {
            return $saved;
        }
        // The names stay where a constant gives the products, and the roles of before while no podcast has its own.
        $read = array_intersect_key($saved, ['titles' => 1, 'roles' => 1]);
        foreach (self::all() as $name => $field) {
            if ((Settings::constant($name) ?? Settings::constantNeeded($name)) !== null) {
                // A disabled field is not sent: what was saved before the constant stays.
                $read[$name] = $saved[$name] ?? '';
                continue;
            }
            if ($field['type'] === 'podcasts') {
                $text = is_string($sent[$name] ?? null) ? wp_check_invalid_utf8($sent[$name]) : '';
                $read = array_merge($read, PodcastsField::read($text));
                continue;
            }
            if ($field['type'] === 'access') {
                $read[$name] = AccessField::read($sent[$name] ?? null, is_array($read['products']) ? $read['products'] : []);
                continue;
            }
            $read[$name] = self::readOne($name, $field['type'], $sent[$name] ?? '', $saved[$name] ?? '');
        }
        if (Settings::constant('client_secret') === null) {
            $read['client_secret'] = self::readSecret($sent['client_secret'] ?? '', $read, $saved['client_secret'] ?? '');
        }
        return $read;
    }

    /** A secret goes only to the hosts it was entered for: with another one, it has to be entered again. */
    private static function readSecret(mixed $sent, array $read, mixed $saved): string
    {
        $typed = is_string($sent) ? trim(wp_check_invalid_utf8($sent)) : '';
        if ($typed !== '' && $typed !== $saved) {
            return ClientSecret::seal($typed, $read);
        }
        $kept = ClientSecret::open($saved);
        if ($kept !== '' && !ClientSecret::isForHostsOf($read)) {
            add_settings_error(Settings::OPTION, 'client_secret', esc_html__('The client secret was removed, because an address has changed. Enter it again.', 'private-podcast-subscribe'));
            return '';
        }
        return ClientSecret::seal($kept, $read);
    }

    private static function readOne(string $name, string $type, mixed $value, mixed $saved): mixed
    {
        $text = is_string($value) ? trim(wp_check_invalid_utf8($value)) : '';
        switch ($type) {
            case 'checkbox':
                return $text === '1' ? '1' : '';
            case 'url':
                if ($text === '' || BaseUrl::mayBeTyped($text, $name)) {
                    return rtrim($text, '/');
                }
                /* translators: %s: name of a field */
                $message = sprintf(__('“%s” was not saved. Use an https URL without a user name, query or fragment.', 'private-podcast-subscribe'), self::label($name));
                add_settings_error(Settings::OPTION, $name, esc_html(trim($message . ' ' . BaseUrl::hint($text, $name))));
                return $saved;
            default:
                return sanitize_text_field($text);
        }
    }
}
