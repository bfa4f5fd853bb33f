<?php
/** The handler's failures (docs/interface.md 11.2), as problem details (RFC 9457) for the browser. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Subscribe;

final class Problem
{
    /** Status, title and detail by code. What only the publisher should know goes to the log instead. */
    private const PROBLEMS = [
        'token-expired' => [401, 'Unauthorized', 'The subscribe token has expired. Get a fresh one.'],
        'token-invalid' => [401, 'Unauthorized', 'Send a subscribe token made for this endpoint as a bearer token.'],
        'no-access' => [403, 'Forbidden', 'This member has no access to the podcast.'],
        'forbidden' => [403, 'Forbidden', 'Pages of this origin are not allowed here. The publisher can add it in the settings.'],
        'bad-input' => [405, 'Method Not Allowed', 'Use GET, or POST with ?handoff or ?reset.'],
        'not-found' => [404, 'Not Found', 'This endpoint does not offer what was asked for.'],
        'rate-limited' => [429, 'Too Many Requests', 'Too many requests to the feed service. Try again later.'],
        'config' => [500, 'Internal Server Error', 'The subscribe endpoint failed or is not set up correctly. The log of the publisher says why.'],
        'bad-response' => [502, 'Bad Gateway', 'The feed service gave no usable answer. The log of the publisher says why.'],
        'unavailable' => [503, 'Service Unavailable', 'The feed service is unavailable. Try again later.'],
        'timeout' => [504, 'Gateway Timeout', 'The feed service did not answer in time. Try again later.'],
    ];

    /** The code that the browser gets. Every other failure between this site and the operator is a bad gateway. */
    public static function codeOf(string $errorCode): string
    {
        return match ($errorCode) {
            'token-expired', 'token-invalid', 'no-access', 'rate-limited', 'config', 'unavailable', 'timeout' => $errorCode,
            'network' => 'unavailable',
            default => 'bad-response',
        };
    }

    /**
     * @param array<string, string> $headers
     * @param ?string $detail in place of the usual one.
     */
    public static function response(string $code, array $headers = [], ?string $detail = null): Response
    {
        [$status, $title, $usualDetail] = self::PROBLEMS[$code];
        $body = [
            'type' => 'about:blank',
            'title' => $title,
            'status' => $status,
            'detail' => $detail ?? $usualDetail,
            'code' => $code,
        ];
        $json = (string) wp_json_encode($body, JSON_UNESCAPED_SLASHES);
        return new Response($status, $headers + ['Content-Type' => 'application/problem+json'], $json);
    }
}
