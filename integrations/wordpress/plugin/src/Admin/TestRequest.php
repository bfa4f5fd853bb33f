<?php
/**
 * The test that is asked for with the settings form: the form is saved first, and the page that follows
 * runs the test once. What is kept meanwhile is encrypted, for a minute, and for this administrator.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Admin;

use PrivatePodcastSubscribe\Page\Podcasts;
use PrivatePodcastSubscribe\Sealed;
use PrivatePodcastSubscribe\Settings;

final class TestRequest
{
    public const BUTTON = 'private_podcast_test';
    public const EMAIL = 'private_podcast_email';
    public const SKU = 'private_podcast_sku';
    private const SECONDS = 60;

    /** Notes the test, if the form that is being saved asks for one. WordPress has checked who sent it. */
    public static function note(): void
    {
        // phpcs:disable WordPress.Security.NonceVerification.Missing -- options.php has checked it
        if (isset($_POST[self::BUTTON])) {
            Sealed::set(self::name(), ['email' => self::posted(self::EMAIL), 'sku' => self::posted(self::SKU)], self::SECONDS);
        }
    }

    private static function posted(string $name): string
    {
        return is_string($_POST[$name] ?? null) ? sanitize_text_field(wp_unslash($_POST[$name])) : '';
        // phpcs:enable
    }

    /**
     * The test that was asked for, once; null if there is none, or if the form was not saved as it was sent.
     * @return ?array{email: string, sku: string}
     */
    public static function take(): ?array
    {
        $asked = Sealed::take(self::name());
        $faults = array_filter(get_settings_errors(Settings::OPTION), fn(array $notice) => $notice['type'] === 'error');
        if ($asked === null || $faults) {
            return null;
        }
        // The form offered no choice, and its podcasts may have been saved with it for the first time.
        return $asked['sku'] === '' ? ['sku' => Podcasts::first()] + $asked : $asked;
    }

    private static function name(): string
    {
        return 'test:' . get_current_user_id();
    }

    /** The fields of the test, for the same form. */
    public static function printFields(?array $asked): void
    {
        $email = $asked['email'] ?? wp_get_current_user()->user_email;
        $chosen = $asked['sku'] ?? Podcasts::first();
        ?>
        <h2 id="test"><?php esc_html_e('Try it', 'private-podcast-subscribe'); ?></h2>
        <p><?php esc_html_e('Saves the settings and tries everything for one address, from the sign-in at the feed service to the page of this site. With a member’s address you see what a member gets. It makes no account at the feed service.', 'private-podcast-subscribe'); ?></p>
        <table class="form-table" role="presentation">
            <tr>
                <th scope="row"><label for="private-podcast-email"><?php esc_html_e('Member’s e-mail address', 'private-podcast-subscribe'); ?></label></th>
                <td><input id="private-podcast-email" class="regular-text" type="email" name="<?php echo esc_attr(self::EMAIL); ?>" value="<?php echo esc_attr($email); ?>"></td>
            </tr>
            <?php if (count(Podcasts::all()) > 1) : ?>
            <tr>
                <th scope="row"><label for="private-podcast-sku"><?php esc_html_e('Podcast', 'private-podcast-subscribe'); ?></label></th>
                <td><select id="private-podcast-sku" name="<?php echo esc_attr(self::SKU); ?>">
                    <?php foreach (array_keys(Podcasts::all()) as $sku) : ?>
                        <option value="<?php echo esc_attr((string) $sku); ?>" <?php selected((string) $sku, $chosen); ?>><?php echo esc_html(Podcasts::nameOf((string) $sku)); ?></option>
                    <?php endforeach; ?>
                </select></td>
            </tr>
            <?php endif; ?>
        </table>
        <?php
    }
}
