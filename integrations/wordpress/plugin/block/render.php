<?php
/**
 * The block on a page.
 *
 * @var array<string, mixed> $attributes
 * @var string $content what is written for everyone without access.
 */

defined('ABSPATH') || exit;

echo PrivatePodcastSubscribe\Page\Element::block($attributes, $content, get_block_wrapper_attributes()); // phpcs:ignore WordPress.Security.EscapeOutput -- it escapes what it inserts
