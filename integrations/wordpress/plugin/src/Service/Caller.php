<?php
/** Sends a call to the operator: repeats it after a failure that may pass, and explains one that stays. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Service;

// phpcs:disable WordPress.Security.EscapeOutput.ExceptionNotEscaped -- Messages go to the log and through esc_html(), never straight into a page.

use PrivatePodcastSubscribe\PrivatePodcastError;

final class Caller
{
    private const MAX_TRIES = 3;
    /** The longest random wait before the second try; it doubles before the third. */
    private const MAX_FIRST_WAIT_MS = 200;
    /** If a server asks for a longer wait, the member is told. */
    private const MAX_RETRY_AFTER_SECONDS = 2;
    /** No try begins when less than this is left. */
    private const MIN_SECONDS_LEFT = 3.0;

    public function __construct(private Http $http)
    {
    }

    /**
     * @param string $server who answers, as the subject of a message.
     * @param array{method?: string, url: string, headers?: array<string, string>, body?: string} $request
     * @param ?callable $explain (Answer): ?string, the code of a failed answer.
     * @param array<string, string> $messages by code, in place of the usual ones.
     * @param bool $changes whether the call changes something: then it is repeated only if it was certainly not carried out.
     * @throws PrivatePodcastError
     */
    public function call(
        string $server,
        array $request,
        ?callable $explain = null,
        array $messages = [],
        bool $changes = false
    ): Answer {
        for ($tries = 1;; $tries++) {
            try {
                return $this->try($server, $request, $explain, $messages);
            } catch (PrivatePodcastError $error) {
                $mayPass = $changes
                    ? $error->errorCode === 'rate-limited' || $error->status === 409
                    : in_array($error->errorCode, ['network', 'unavailable', 'rate-limited'], true);
                $wait = $error->status === 429 || $error->retryAfter ? (int) $error->retryAfter : 0;
                $isTooLong = $wait > self::MAX_RETRY_AFTER_SECONDS
                    || $this->http->secondsLeft() - $wait < self::MIN_SECONDS_LEFT;
                if (!$mayPass || $isTooLong || $tries === self::MAX_TRIES) {
                    throw $error;
                }
                // A random wait, so that many members do not come back at the same moment.
                usleep($wait * 1_000_000 + random_int(0, self::MAX_FIRST_WAIT_MS * 1000 * $tries));
            }
        }
    }

    private function try(string $server, array $request, ?callable $explain, array $messages): Answer
    {
        $answer = $this->http->send(
            $server,
            $request['method'] ?? 'GET',
            $request['url'],
            $request['headers'] ?? [],
            $request['body'] ?? ''
        );
        if ($answer->isOk()) {
            return $answer;
        }
        $isRedirect = $answer->status < 400;
        $code = ($isRedirect || !$explain ? null : $explain($answer)) ?? Refusal::ofStatus($answer->status);
        $message = $isRedirect
            /* translators: %s: a server, such as "The feed service" */
            ? sprintf(__('%s answered with a redirect. It was not followed, because the request holds a secret. Enter the final URL.', 'private-podcast-subscribe'), $server)
            : $messages[$code] ?? sprintf(self::usualMessage($code), $server);
        throw new PrivatePodcastError($code, $message, $answer->status, RetryAfter::of($answer));
    }

    /** No text of the answer is in a message, because it may repeat what was sent. */
    private static function usualMessage(string $code): string
    {
        return match ($code) {
            /* translators: %s: a server, such as "The feed service" */
            'bad-input' => __('%s rejected what this site sent. Check the settings.', 'private-podcast-subscribe'),
            /* translators: %s: a server, such as "The feed service" */
            'unauthorized' => __('%s rejected the credentials. Ask the operator whether the client ID and the client secret are right and active.', 'private-podcast-subscribe'),
            /* translators: %s: a server, such as "The feed service" */
            'forbidden' => __('%s refused the request. Ask the operator which scopes and which onboarding origin ID this client has.', 'private-podcast-subscribe'),
            /* translators: %s: a server, such as "The feed service" */
            'not-found' => __('%s did not find what this site asked for. Check the base URLs and the product ID with the operator.', 'private-podcast-subscribe'),
            /* translators: %s: a server, such as "The feed service" */
            'rate-limited' => __('%s received too many requests. Ask the operator which limits this client has.', 'private-podcast-subscribe'),
            /* translators: %s: a server, such as "The feed service" */
            'timeout' => __('%s did not answer in time. If it happens again, ask the operator why.', 'private-podcast-subscribe'),
            /* translators: %s: a server, such as "The feed service" */
            'unavailable' => __('%s is unavailable. If it happens again, ask the operator what is wrong.', 'private-podcast-subscribe'),
            /* translators: %s: a server, such as "The feed service" */
            default => __('%s gave no usable answer. Check the base URLs. If they are right, ask the operator.', 'private-podcast-subscribe'),
        };
    }
}
