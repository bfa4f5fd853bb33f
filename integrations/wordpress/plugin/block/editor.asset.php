<?php
/** WordPress registers the editor's script only with this list of what it needs. */

defined('ABSPATH') || exit;

return [
    'dependencies' => ['shortcode', 'wp-autop', 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-element', 'wp-i18n'],
    'version' => PrivatePodcastSubscribe\VERSION,
];
