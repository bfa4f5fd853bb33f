<?php
/** Keeps the tests' WordPress from asking wordpress.org, and lets a test add filters as a publisher's own plugin would. */

add_filter('pre_http_request', static fn($response, array $args, string $url) =>
    str_contains($url, '//127.0.0.1') ? $response : ['headers' => [], 'body' => '', 'response' => ['code' => 503, 'message' => ''], 'cookies' => []], 10, 3);
add_filter('should_load_remote_block_patterns', '__return_false');
add_filter('pre_option_show_avatars', '__return_zero');
remove_action('wp_head', 'print_emoji_detection_script', 7);
remove_action('admin_print_scripts', 'print_emoji_detection_script');

$private_podcast_filters = dirname(ABSPATH) . '/filters.php';
if (is_file($private_podcast_filters)) {
    require $private_podcast_filters;
}
