<?php
/**
 * The table of who was let in by this site: one row for each address and podcast, with what is wanted
 * and whether the feed service has it. A row that waits is the queue. Rows named "look:<user>" wait for
 * a user to be looked at.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Access;

final class Table
{
    /** Goes up with each change of the columns. */
    private const VERSION = '1';
    private const VERSION_OPTION = 'private_podcast_subscribe_table';

    public static function name(): string
    {
        global $wpdb;
        return $wpdb->prefix . 'private_podcast_grants';
    }

    /** Makes the table where there is none of this version yet. */
    public static function ensure(): void
    {
        if (get_option(self::VERSION_OPTION) !== self::VERSION) {
            self::create();
        }
    }

    /** Makes what is missing of the table, and nothing if all is there. */
    public static function create(): void
    {
        global $wpdb;
        require_once ABSPATH . 'wp-admin/includes/upgrade.php';
        // dbDelta reads this text: two spaces after PRIMARY KEY, a key on each line.
        dbDelta('CREATE TABLE ' . self::name() . " (
            id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
            name char(64) NOT NULL,
            sku varchar(255) NOT NULL DEFAULT '',
            user_id bigint(20) unsigned NOT NULL DEFAULT 0,
            address varchar(700) NOT NULL DEFAULT '',
            by_rule tinyint(1) NOT NULL DEFAULT 0,
            by_action tinyint(1) NOT NULL DEFAULT 0,
            action_user_id bigint(20) unsigned NOT NULL DEFAULT 0,
            until varchar(40) NOT NULL DEFAULT '',
            until_at bigint(20) NOT NULL DEFAULT 0,
            is_gone tinyint(1) NOT NULL DEFAULT 0,
            is_granted tinyint(1) NOT NULL DEFAULT 0,
            is_waiting tinyint(1) NOT NULL DEFAULT 0,
            version int(10) unsigned NOT NULL DEFAULT 1,
            tries smallint(5) unsigned NOT NULL DEFAULT 0,
            due_at bigint(20) NOT NULL DEFAULT 0,
            waiting_since bigint(20) NOT NULL DEFAULT 0,
            changed_at bigint(20) NOT NULL DEFAULT 0,
            claim char(16) NOT NULL DEFAULT '',
            claimed_until bigint(20) NOT NULL DEFAULT 0,
            error varchar(255) NOT NULL DEFAULT '',
            seen_at bigint(20) NOT NULL DEFAULT 0,
            PRIMARY KEY  (id),
            UNIQUE KEY name (name),
            KEY waiting (is_waiting,due_at),
            KEY user_id (user_id),
            KEY action_user_id (action_user_id),
            KEY claim (claim)
        ) " . $wpdb->get_charset_collate());
        update_option(self::VERSION_OPTION, self::VERSION, true);
    }

    /** Removes the table and what belongs to it, for this site of a network. */
    public static function drop(): void
    {
        global $wpdb;
        // phpcs:ignore WordPress.DB -- the name is this plugin's own.
        $wpdb->query('DROP TABLE IF EXISTS ' . self::name());
        foreach ([self::VERSION_OPTION, Pause::OPTION, Sync::OPTION] as $option) {
            delete_option($option);
        }
    }
}
