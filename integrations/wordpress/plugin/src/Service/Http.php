<?php
/** The one place that sends requests. A redirect is never followed: it would take the secret along. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Service;

use PrivatePodcastSubscribe\PrivatePodcastError;

final class Http
{
    /** Bytes of an answer. The calls 4.1 to 4.4 need less than a hundredth of it. */
    private const MAX_ANSWER_BYTES = 1024 * 1024;
    /** Under the 10 seconds after which the element gives up. */
    private const DEFAULT_DEADLINE_SECONDS = 8.0;

    /** In seconds since 1970: nobody waits for the answer after that. */
    private float $until;

    public function __construct(float $deadline = self::DEFAULT_DEADLINE_SECONDS)
    {
        $this->until = microtime(true) + $deadline;
    }

    public function secondsLeft(): float
    {
        return $this->until - microtime(true);
    }

    /**
     * @param string $server who answers, as the subject of a message.
     * @param array<string, string> $headers
     * @throws PrivatePodcastError `timeout`, `network`, or `bad-response` if the answer is too long.
     */
    public function send(
        string $server,
        string $method,
        string $url,
        array $headers = [],
        string $body = '',
        int $maxBytes = self::MAX_ANSWER_BYTES
    ): Answer {
        $left = $this->secondsLeft();
        if ($left <= 0) {
            throw $this->timeout($server);
        }
        // Without cURL, a server that sends byte by byte would never be timed out.
        $stop = function () use ($server): void {
            if ($this->secondsLeft() <= 0) {
                throw $this->timeout($server);
            }
        };
        // WordPress gives cURL a second at least.
        $hurry = static function ($handle) use ($left): void {
            // phpcs:ignore WordPress.WP.AlternativeFunctions.curl_curl_setopt -- The handle is that of WordPress's own request.
            curl_setopt($handle, CURLOPT_TIMEOUT_MS, max(1, (int) ($left * 1000)));
        };
        add_action('requests-request.progress', $stop);
        if ($left < 1) {
            add_action('http_api_curl', $hurry);
        }
        try {
            $response = wp_remote_request($url, [
                'method' => $method,
                'headers' => ['Accept' => 'application/json'] + $headers,
                'body' => $body === '' ? null : $body,
                'timeout' => $left,
                'redirection' => 0,
                'limit_response_size' => $maxBytes + 1,
            ]);
        } finally {
            remove_action('requests-request.progress', $stop);
            remove_action('http_api_curl', $hurry);
        }
        if (is_wp_error($response)) {
            throw $this->failure($server, $response);
        }
        $text = wp_remote_retrieve_body($response);
        $status = (int) wp_remote_retrieve_response_code($response);
        if (strlen($text) > $maxBytes) {
            $text = '';
        }
        return new Answer($status, wp_remote_retrieve_headers($response), $text);
    }

    private function timeout(string $server): PrivatePodcastError
    {
        return new PrivatePodcastError('timeout', sprintf(
            /* translators: %s: a server, such as "The feed service" */
            __('%s did not answer in time. If it happens again, ask the operator why.', 'private-podcast-subscribe'),
            $server
        ));
    }

    /** Only the number in WordPress's own message is passed on: the rest may hold the URL. */
    private function failure(string $server, \WP_Error $error): PrivatePodcastError
    {
        $message = $error->get_error_message();
        if (preg_match('/timed? ?out|cURL error 28\b/i', $message)) {
            return $this->timeout($server);
        }
        $isBlocked = $error->get_error_code() === 'http_request_not_executed';
        $number = preg_match('/cURL error \d+/', $message, $match) ? " ($match[0])" : '';
        return new PrivatePodcastError('network', $isBlocked
            ? sprintf(
                /* translators: %s: a server, such as "The feed service" */
                __('%s was not contacted, because WP_HTTP_BLOCK_EXTERNAL is set. Add its host to WP_ACCESSIBLE_HOSTS in wp-config.php.', 'private-podcast-subscribe'),
                $server
            )
            : sprintf(
                /* translators: 1: a server, such as "The feed service", 2: an error number in parentheses, or nothing */
                __('%1$s could not be reached%2$s. Check the URL. If it is right, ask your web host whether this server may connect to it.', 'private-podcast-subscribe'),
                $server,
                $number
            ));
    }
}
