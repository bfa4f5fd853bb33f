<?php
/**
 * Plugin Name: Private Podcast Subscribe
 * Description: Gets each member’s private podcast feed into their podcast app. A block and a shortcode for a member page.
 * Version: 0.0.0
 * Author: the private-podcast-subscribe authors
 * Update URI: false
 * Requires at least: 6.1
 * Requires PHP: 8.0
 * License: MIT
 * Text Domain: private-podcast-subscribe
 * Domain Path: /languages
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe;

defined('ABSPATH') || exit;

/** The element that comes with this plugin is in the folder `embed/<version>/`. */
const VERSION = '0.0.0';
const PLUGIN_FILE = __FILE__;

spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, __NAMESPACE__ . '\\')) {
        $path = str_replace('\\', '/', substr($class, strlen(__NAMESPACE__) + 1));
        $file = __DIR__ . "/src/$path.php";
        if (is_file($file)) {
            require $file;
        }
    }
});

Plugin::start();
