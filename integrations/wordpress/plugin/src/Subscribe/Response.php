<?php
/** An answer of the plugin's routes. None of them may be kept by a cache. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Subscribe;

final class Response
{
    /** @param array<string, string> $headers */
    public function __construct(public int $status, public array $headers = [], public string $body = '')
    {
    }

    /** @param array<string, string> $headers */
    public static function json(mixed $value, array $headers = []): self
    {
        $body = (string) wp_json_encode($value, JSON_UNESCAPED_SLASHES);
        return new self(200, $headers + ['Content-Type' => 'application/json'], $body);
    }

    /** Sends the answer and ends the request, so that nothing else can add to it. */
    public function send(): void
    {
        // Text that another plugin printed by mistake would spoil the JSON.
        while (ob_get_level() > 0 && ob_end_clean());
        status_header($this->status);
        foreach (['Expires', 'Pragma', 'X-Powered-By', 'Set-Cookie'] as $name) {
            header_remove($name);
        }
        header('Cache-Control: no-store');
        header('X-Robots-Tag: noindex');
        foreach ($this->headers as $name => $value) {
            header("$name: $value");
        }
        echo $this->body; // phpcs:ignore WordPress.Security.EscapeOutput -- JSON, or a page that was escaped when it was built
        exit;
    }
}
