<?php
/** A server's answer: its status, its headers, and the JSON of its body. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Service;

final class Answer
{
    /** @var array<string, string> by name in lower case */
    private array $headers;
    /** The JSON; null if there is none. */
    public mixed $json;
    public bool $isJson;

    /** @param iterable<string, string|string[]> $headers */
    public function __construct(public int $status, iterable $headers, public string $body)
    {
        $this->headers = [];
        foreach ($headers as $name => $value) {
            $this->headers[strtolower($name)] = is_array($value) ? (string) end($value) : (string) $value;
        }
        $this->json = json_decode($body, true);
        $this->isJson = json_last_error() === JSON_ERROR_NONE;
    }

    public function isOk(): bool
    {
        return $this->status >= 200 && $this->status < 300;
    }

    public function header(string $name): string
    {
        return $this->headers[strtolower($name)] ?? '';
    }

    /** Whether this is a page: a gateway's or a framework's, and no answer of the service. */
    public function isPage(): bool
    {
        return str_contains($this->header('content-type'), 'html');
    }

    /** A field of the JSON, or of an object in it. */
    public function field(string ...$path): mixed
    {
        $value = $this->json;
        foreach ($path as $name) {
            $value = is_array($value) ? ($value[$name] ?? null) : null;
        }
        return $value;
    }
}
