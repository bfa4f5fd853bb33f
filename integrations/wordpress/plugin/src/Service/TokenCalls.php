<?php
/** Sends calls to the operator with an access token. A token that is refused is replaced once. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Service;

// phpcs:disable WordPress.Security.EscapeOutput.ExceptionNotEscaped -- Messages go to the log and through esc_html(), never straight into a page.

use PrivatePodcastSubscribe\PrivatePodcastError;
use PrivatePodcastSubscribe\Settings;

final class TokenCalls
{
    public AccessTokens $tokens;
    private Caller $caller;
    private bool $isTokenReplaced = false;

    /** @param ?string $scope of the tokens; by default those of the settings. */
    public function __construct(Http $http, private ?string $scope = null)
    {
        $this->caller = new Caller($http);
        $this->tokens = new AccessTokens($this->caller, $scope);
    }

    /**
     * @param array{method: string, url: string, headers?: array<string, string>, body?: string} $request as `Caller::call` takes it, and the next three.
     * @throws PrivatePodcastError
     */
    public function call(array $request, callable $explain, array $messages = [], bool $changes = false): Answer
    {
        $token = $this->tokens->get();
        $headers = ['Authorization' => "Bearer {$token['token']}"] + ($request['headers'] ?? []);
        try {
            return $this->caller->call(
                __('The feed service', 'private-podcast-subscribe'),
                ['headers' => $headers] + $request,
                $this->knowingScopes($token['scope'], $explain, $messages),
                $messages,
                $changes
            );
        } catch (PrivatePodcastError $error) {
            if ($error->errorCode !== 'unauthorized' || $this->isTokenReplaced) {
                throw $error;
            }
            $this->isTokenReplaced = true;
            $this->tokens->forget($token['token']);
            return $this->call($request, $explain, $messages, $changes);
        }
    }

    /** A client that was granted less than it asked for knows why it is refused. */
    private function knowingScopes(string $granted, callable $explain, array &$messages): callable
    {
        $missing = Refusal::missingScopes($this->scope ?? Settings::scope(), $granted);
        if (!$missing) {
            return $explain;
        }
        $messages['forbidden'] = sprintf(
            /* translators: %s: names of scopes */
            __('The operator did not grant this client the scope “%s”. Ask the operator for it.', 'private-podcast-subscribe'),
            implode(' ', $missing)
        );
        return fn(Answer $answer) => $answer->status === 403 ? 'forbidden' : $explain($answer);
    }
}
