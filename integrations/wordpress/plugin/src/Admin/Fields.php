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
            'products' => ['section' => 'podcasts', 'type' => 'list', 'help' => __('The product IDs of your podcasts, one per line, such as “sid:member-show”. Your pages can show only these.', 'private-podcast-subscribe')],
            'roles' => ['section' => 'podcasts', 'type' => 'roles', 'help' => __('If you choose none, everyone who is logged in may listen, as long as the operator gives their e-mail address access.', 'private-podcast-subscribe')],
            'token_url' => ['section' => 'operator', 'type' => 'url', 'help' => __('Without “/oauth/token”.', 'private-podcast-subscribe')],
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
            'list' => printf('<textarea %s class="regular-text code" rows="3">%s</textarea>', $attributes, esc_textarea(implode("\n", Settings::items($name)))),
            'checkbox' => printf('<input %s type="checkbox" value="1" %s>', $attributes, checked(Settings::isOn($name), true, false)),
            'secret' => printf('<input %s type="password" class="regular-text" value="" autocomplete="new-password" placeholder="%s">', $attributes, esc_attr(self::placeholder($name))),
            'roles' => self::printRoles($name, $constant !== null),
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

    private static function printRoles(string $name, bool $isDisabled): void
    {
        echo '<fieldset><legend class="screen-reader-text">' . esc_html(Settings::label($name)) . '</legend>';
        $chosen = Settings::items($name);
        foreach (wp_roles()->get_names() as $role => $title) {
            printf(
                '<label><input type="checkbox" name="%s" value="%s" %s %s> %s</label><br>',
                esc_attr(Settings::OPTION . "[$name][]"),
                esc_attr((string) $role),
                checked(in_array((string) $role, $chosen, true), true, false),
                disabled($isDisabled, true, false),
                esc_html(translate_user_role($title))
            );
        }
        echo '</fieldset>';
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
        $read = [];
        foreach (self::all() as $name => $field) {
            if ((Settings::constant($name) ?? Settings::constantNeeded($name)) !== null) {
                // A disabled field is not sent: what was saved before the constant stays.
                $read[$name] = $saved[$name] ?? '';
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
            case 'roles':
                return is_array($value) ? array_values(array_intersect(array_map('strval', $value), array_keys(wp_roles()->get_names()))) : [];
            case 'list':
                $items = preg_split('/[\s,]+/', $text, -1, PREG_SPLIT_NO_EMPTY) ?: [];
                return array_values(array_unique(array_filter($items, [Ids::class, 'isId'])));
            case 'url':
                if ($text === '' || BaseUrl::mayBeTyped($text)) {
                    return rtrim($text, '/');
                }
                /* translators: %s: name of a field */
                $message = sprintf(__('“%s” was not saved. Use an https URL without a user name, query or fragment.', 'private-podcast-subscribe'), Settings::label($name));
                add_settings_error(Settings::OPTION, $name, esc_html(trim($message . ' ' . BaseUrl::hint($text))));
                return $saved;
            default:
                return sanitize_text_field($text);
        }
    }
}
