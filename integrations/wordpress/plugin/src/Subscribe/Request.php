<?php
/** A request, as far as the subscribe handler looks at it. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Subscribe;

use PrivatePodcastSubscribe\Ids;

final class Request
{
    /**
     * @param array<string, string> $headers by name in lower case
     * @param array<string, string> $query
     */
    public function __construct(public string $method, private array $headers, private array $query)
    {
    }

    /** The request that PHP is answering. */
    public static function current(): self
    {
        $headers = [];
        foreach (wp_unslash($_SERVER) as $name => $value) {
            if (is_string($value) && str_starts_with($name, 'HTTP_')) {
                $headers[strtolower(strtr(substr($name, 5), '_', '-'))] = $value;
            }
        }
        // Apache keeps the header from PHP unless a rewrite rule passes it on, sometimes under this name.
        $headers['authorization'] ??= (string) wp_unslash($_SERVER['REDIRECT_HTTP_AUTHORIZATION'] ?? '');
        return new self(
            strtoupper((string) wp_unslash($_SERVER['REQUEST_METHOD'] ?? 'GET')),
            $headers,
            array_filter(wp_unslash($_GET), 'is_string')
        );
    }

    public function header(string $name): ?string
    {
        return $this->headers[$name] ?? null;
    }

    /** A parameter of the query; null if it is not there. */
    public function query(string $name): ?string
    {
        return $this->query[$name] ?? null;
    }

    /** The bearer token (RFC 6750 §2.1); null if there is none. */
    public function bearerToken(): ?string
    {
        $header = $this->header('authorization') ?? '';
        return preg_match('/^Bearer +([\w.~+\/-]+=*) *$/Di', $header, $match) ? $match[1] : null;
    }

    /** Whether the browser says that a page of this site sent the request (Fetch Metadata). */
    public function isSameOrigin(): bool
    {
        return $this->header('sec-fetch-site') === 'same-origin';
    }

    /** Whether a web origin is one of this site's, whatever the scheme: a proxy may end TLS. */
    public function isOwnHost(string $origin): bool
    {
        $hosts = [strtolower($this->header('host') ?? ''), Ids::hostOf(home_url()), Ids::hostOf(site_url())];
        return Ids::isOrigin($origin) && in_array(Ids::hostOf($origin), $hosts, true);
    }

    /** The language that the device prefers (RFC 9110 §12.5.4): the first, with its region, in lower case. */
    public function language(): string
    {
        $header = $this->header('accept-language') ?? '';
        return preg_match('/^\s*([a-z]{2,3}(?:-[a-z\d]{2,8})*)\s*(?:[,;]|$)/i', $header, $match) ? strtolower($match[1]) : 'en';
    }
}
