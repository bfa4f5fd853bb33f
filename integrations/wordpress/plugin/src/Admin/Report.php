<?php
/** Shows what the connection test found: the verdict first, and then each step. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Admin;

use PrivatePodcastSubscribe\Page\Preview;

final class Report
{
    /** @param array{verdict: Finding, findings: Finding[]} $outcome */
    public static function print(array $outcome): void
    {
        ['verdict' => $verdict, 'findings' => $findings] = $outcome;
        printf(
            '<div class="private-podcast-report" role="status"><p class="private-podcast-verdict is-%s">%s<strong>%s</strong></p><ol class="private-podcast-findings">',
            esc_attr($verdict->result),
            self::sign($verdict), // phpcs:ignore WordPress.Security.EscapeOutput -- escaped there
            esc_html($verdict->message)
        );
        foreach ($findings as $finding) {
            printf(
                '<li class="is-%s">%s<div><strong>%s</strong><p>%s</p></div></li>',
                esc_attr($finding->result),
                self::sign($finding), // phpcs:ignore WordPress.Security.EscapeOutput -- escaped there
                esc_html($finding->step),
                esc_html($finding->message)
            );
        }
        echo '</ol></div>';
    }

    private static function sign(Finding $finding): string
    {
        [$sign, $word] = match ($finding->result) {
            Finding::OK => ['✓', __('Works', 'private-podcast-subscribe')],
            Finding::WARNING => ['!', __('Note', 'private-podcast-subscribe')],
            default => ['✕', __('Failed', 'private-podcast-subscribe')],
        };
        return sprintf(
            '<span class="private-podcast-sign" aria-hidden="true">%s</span><span class="screen-reader-text">%s: </span>',
            esc_html($sign),
            esc_html($word)
        );
    }

    /** The pages with a podcast, as others see them. */
    public static function printPages(): void
    {
        $posts = array_slice(PagesTest::posts(), 0, 10);
        if (!$posts) {
            return;
        }
        echo '<h2>' . esc_html__('See your pages as others do', 'private-podcast-subscribe') . '</h2><ul class="private-podcast-pages">';
        $views = [
            'member' => __('as a member', 'private-podcast-subscribe'),
            'visitor' => __('as a visitor', 'private-podcast-subscribe'),
            'stranger' => __('as someone without access', 'private-podcast-subscribe'),
        ];
        foreach ($posts as $post) {
            printf('<li><strong>%s</strong>', esc_html(get_the_title($post) ?: "#$post->ID"));
            foreach ($views as $view => $label) {
                printf(' · <a href="%s">%s</a>', esc_url(add_query_arg(Preview::PARAMETER, $view, (string) get_permalink($post))), esc_html($label));
            }
            echo '</li>';
        }
        echo '</ul>';
    }
}
