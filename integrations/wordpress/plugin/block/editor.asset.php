<?php
/** WordPress registers the editor's script only with this list of what it needs. */

return [
    'dependencies' => ['wp-block-editor', 'wp-blocks', 'wp-components', 'wp-element', 'wp-i18n'],
    'version' => PrivatePodcastSubscribe\VERSION,
];
