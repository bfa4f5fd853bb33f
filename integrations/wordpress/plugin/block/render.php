<?php
/**
 * The block on a page.
 *
 * @var array<string, mixed> $attributes
 * @var string $content what is written for users without access.
 */

echo PrivatePodcastSubscribe\Page\Element::html($attributes, $content, get_block_wrapper_attributes()); // phpcs:ignore WordPress.Security.EscapeOutput -- it escapes what it inserts
