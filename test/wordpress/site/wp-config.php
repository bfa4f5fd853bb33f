<?php
/** The tests' WordPress: a database behind a socket, and nothing that leaves the machine. */

$folder = dirname(__DIR__);
$facts = json_decode((string) file_get_contents("$folder/facts.json"), true);
// A test defines constants here; a publisher writes them into this file.
// Tests that run at the same time send it with each request.
$constants = $_SERVER['HTTP_X_TEST_CONSTANTS'] ?? (string) @file_get_contents("$folder/constants.json");
foreach (json_decode($constants, true) ?? [] as $name => $value) {
    define("PRIVATE_PODCAST_SUBSCRIBE_$name", $value);
}

define('DB_NAME', 'wordpress');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', "localhost:$folder/db.sock");
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
define('WP_HOME', $facts['url']);
define('WP_SITEURL', $facts['url']);
foreach (['AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY', 'AUTH_SALT', 'SECURE_AUTH_SALT', 'LOGGED_IN_SALT', 'NONCE_SALT'] as $salt) {
    define($salt, hash('sha256', "$folder $salt"));
}
// The plugin remembers there which lines it has logged lately.
define('WP_TEMP_DIR', "$folder/tmp");
define('WP_DEBUG', true);
define('WP_DEBUG_DISPLAY', false);
define('WP_DEBUG_LOG', "$folder/debug.log");
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('WP_ACCESSIBLE_HOSTS', '127.0.0.1');
define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('FS_METHOD', 'direct');
$table_prefix = 'wp_';
if (in_array('--network-install', $argv ?? [], true)) {
    define('WP_INSTALLING_NETWORK', true);
}
if (isset($facts['network'])) {
    define('MULTISITE', true);
    define('SUBDOMAIN_INSTALL', false);
    define('DOMAIN_CURRENT_SITE', $facts['network']);
    define('PATH_CURRENT_SITE', '/');
    define('SITE_ID_CURRENT_SITE', 1);
    define('BLOG_ID_CURRENT_SITE', 1);
}
defined('ABSPATH') || define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
