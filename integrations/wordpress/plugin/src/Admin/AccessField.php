<?php
/**
 * The field that says who may listen to which podcast: for each podcast its roles, and the levels of the
 * membership plugins of this site.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Admin;

use PrivatePodcastSubscribe\Access\Rules;
use PrivatePodcastSubscribe\Ids;
use PrivatePodcastSubscribe\Memberships\Plugins;
use PrivatePodcastSubscribe\Page\Podcasts;
use PrivatePodcastSubscribe\Settings;

final class AccessField
{
    /** A podcast without a choice: what it means is below each list. */
    public static function help(): string
    {
        return __('Whoever has one of the chosen roles or levels may listen. If you choose none, everyone who is logged in may ask for the podcast, and your feed service decides.', 'private-podcast-subscribe');
    }

    /** Prints a group of checkboxes for each podcast of the settings. */
    public static function print(): void
    {
        $skus = Settings::items('products');
        if (!$skus) {
            echo '<p class="description">' . esc_html__('Save your podcasts first.', 'private-podcast-subscribe') . '</p>';
        }
        $isFixed = Settings::constant('access') !== null;
        foreach ($skus as $index => $sku) {
            $name = Settings::OPTION . "[access][$index]";
            echo '<fieldset class="private-podcast-access">';
            printf('<legend><strong>%s</strong></legend>', esc_html(Podcasts::nameOf($sku)));
            printf('<input type="hidden" name="%s" value="%s">', esc_attr("{$name}[sku]"), esc_attr($sku));
            $rule = Rules::of($sku);
            $hasFixedRoles = $isFixed || Settings::constant('roles') !== null;
            self::printGroup(__('Roles', 'private-podcast-subscribe'), "{$name}[roles][]", self::roles($rule['roles']), $rule['roles'], $hasFixedRoles);
            foreach (self::levels($rule['levels']) as $plugin => $levels) {
                self::printGroup($plugin, "{$name}[levels][]", $levels, $rule['levels'], $isFixed);
            }
            echo '</fieldset>';
        }
        $text = $isFixed
            /* translators: %s: name of a PHP constant */
            ? sprintf(__('Set in wp-config.php as %s.', 'private-podcast-subscribe'), Settings::constant('access'))
            : self::help();
        printf('<p class="description" id="private-podcast-access-help">%s</p>', esc_html($text));
    }

    /** @param array<string, string> $choices titles by value. */
    private static function printGroup(string $title, string $name, array $choices, array $chosen, bool $isFixed): void
    {
        $id = 'private-podcast-' . substr(md5("$name$title"), 0, 8);
        printf('<div role="group" aria-labelledby="%1$s" aria-describedby="private-podcast-access-help"><p id="%1$s">%2$s</p>', esc_attr($id), esc_html($title));
        foreach ($choices as $value => $label) {
            printf(
                '<label><input type="checkbox" name="%s" value="%s" %s %s> %s</label><br>',
                esc_attr($name),
                esc_attr((string) $value),
                checked(in_array((string) $value, $chosen, true), true, false),
                disabled($isFixed, true, false),
                esc_html($label)
            );
        }
        echo '</div>';
    }

    /** @return array<string, string> the site's roles, and chosen ones that it no longer has. */
    private static function roles(array $chosen): array
    {
        $roles = array_map('translate_user_role', wp_roles()->get_names());
        return $roles + self::absent(array_diff($chosen, array_map('strval', array_keys($roles))));
    }

    /** @return array<string, array<string, string>> levels by plugin, and chosen ones of plugins that are switched off. */
    private static function levels(array $chosen): array
    {
        $levels = array_filter(Plugins::levels());
        $known = array_merge([], ...array_values(array_map('array_keys', $levels)));
        $absent = self::absent(array_diff($chosen, $known));
        return $levels + ($absent ? [__('Not available now', 'private-podcast-subscribe') => $absent] : []);
    }

    /** They stay chosen until the owner unticks them: a plugin that is switched off for a day opens no door. */
    private static function absent(array $values): array
    {
        return array_combine($values, $values);
    }

    /**
     * Reads what the form sent.
     * @param mixed $sent of `access`.
     * @param string[] $skus the podcasts that are saved with it.
     * @return array<string, array{roles: string[], levels: string[]}> by product ID.
     */
    public static function read(mixed $sent, array $skus): array
    {
        $read = [];
        foreach (is_array($sent) ? $sent : [] as $entry) {
            $sku = is_array($entry) ? ($entry['sku'] ?? null) : null;
            if (!Ids::isId($sku) || !in_array($sku, $skus, true)) {
                continue;
            }
            $rule = Rules::of($sku);
            $levels = array_merge([], ...array_values(self::levels($rule['levels'])));
            $read[$sku] = [
                'roles' => self::chosen($entry['roles'] ?? null, self::roles($rule['roles'])),
                'levels' => self::chosen($entry['levels'] ?? null, $levels),
            ];
        }
        return $read;
    }

    /** @return string[] */
    private static function chosen(mixed $sent, array $choices): array
    {
        $values = array_filter(is_array($sent) ? $sent : [], 'is_string');
        return array_values(array_intersect(array_map('strval', array_keys($choices)), $values));
    }
}
