<?php
/**
 * Stands in for WP-CLI, which is not installed in the tests. Signatures: wp-cli/wp-cli 2.x, php/class-wp-cli.php:
 * WP_CLI::add_command($name, $callable, $args = []), whose methods get the positional and the named arguments;
 * log(), success(), warning() and error($message, $exit = true), which ends the command; php/utils.php:
 * WP_CLI\Utils\format_items($format, $items, $fields).
 */

namespace WP_CLI\Utils {
    function format_items($format, $items, $fields)
    {
        foreach ($items as $item) {
            \WP_CLI::$lines[] = "$format: " . implode(' | ', array_map(fn($field) => $item[$field], $fields));
        }
    }
}

namespace {
    define('WP_CLI', true);

    final class WP_CLI
    {
        public static array $lines = [];
        private static array $commands = [];

        public static function add_command($name, $callable, $args = [])
        {
            self::$commands[$name] = $callable;
            return true;
        }

        public static function log($message)
        {
            self::$lines[] = $message;
        }

        public static function success($message)
        {
            self::$lines[] = "Success: $message";
        }

        public static function warning($message)
        {
            self::$lines[] = "Warning: $message";
        }

        public static function error($message, $exit = true)
        {
            throw new RuntimeException("Error: $message");
        }

        /** Runs "wp <name> <method> …" as WP-CLI does: a new object of the command's class. */
        public static function stand_in_run(string $method, array $args = [], array $options = []): array
        {
            try {
                (new self::$commands['private-podcast']())->$method($args, $options);
            } catch (RuntimeException $error) {
                self::$lines[] = $error->getMessage();
            }
            return self::$lines;
        }
    }
}
