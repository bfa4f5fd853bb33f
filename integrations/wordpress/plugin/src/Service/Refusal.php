<?php
/**
 * Reads why one of the calls 4.1 to 4.4 failed (docs/interface.md 7). The natural reading of a
 * 403 on 4.3 and 4.4 is that the member has no access. But if the publisher's own client is
 * refused, "no access" would show the sales offer to every paying member, so every sign of that is
 * read first.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Service;

final class Refusal
{
    /** The reason behind an operator's words, in any of the shapes in which services report a failure. */
    private const REASONS = [
        '/scopes?\b|onboarding.?origin|permissions? to (?:call|impersonate)/i' => 'forbidden',
        '/(?:invalid|unknown|unauthorized|inactive|disabled)[ _-]client|client (?:credentials|not found)|(?:invalid|expired|missing|malformed)[ _-](?:access[ _-])?token|token (?:is )?(?:invalid|expired)/i' => 'unauthorized',
        '/rate.?limit|too many requests/i' => 'rate-limited',
        // A gateway or framework that has no such path: the base URL is wrong.
        '/\broutes?\b|cannot (?:get|post)\b|no such (?:path|endpoint)|unknown (?:path|endpoint)/i' => 'not-found',
    ];

    /** The codes that our own service names in its problem details. */
    private const CODES_OF_OUR_SERVICE = ['forbidden', 'not-found', 'no-access', 'unauthorized', 'bad-input', 'rate-limited'];

    private static function words(Answer $answer): string
    {
        $words = [
            $answer->header('www-authenticate'),
            $answer->field('code'),
            $answer->field('message'),
            $answer->field('error'),
            $answer->field('error_description'),
            $answer->field('error', 'code'),
            $answer->field('error', 'message'),
            $answer->field('type'),
            $answer->field('title'),
            $answer->field('detail'),
        ];
        return implode("\n", array_filter($words, 'is_string'));
    }

    private static function statedReason(Answer $answer): ?string
    {
        $code = $answer->field('code');
        if (in_array($code, self::CODES_OF_OUR_SERVICE, true)) {
            return $code;
        }
        $words = self::words($answer);
        foreach (self::REASONS as $pattern => $reason) {
            if (preg_match($pattern, $words)) {
                return $reason;
            }
        }
        return null;
    }

    /** 4.1: the `error` of RFC 6749 §5.2; some operators say it in other ways. */
    public static function ofTokenRequest(Answer $answer): ?string
    {
        return match ($answer->field('error')) {
            'invalid_client', 'invalid_grant' => 'unauthorized',
            'invalid_scope', 'unauthorized_client' => 'forbidden',
            default => $answer->status === 403 ? (self::statedReason($answer) ?? 'unauthorized') : null,
        };
    }

    /** 4.2: an HTML page does not mean that the user is unknown. */
    public static function ofLookup(Answer $answer): ?string
    {
        if ($answer->status === 404) {
            return $answer->isPage() ? 'bad-response' : 'not-found';
        }
        return $answer->status === 403 ? self::statedReason($answer) : null;
    }

    /** 4.3 and 4.4: 402, 403 and 404 mean no access, unless the answer gives another reason or is a page. */
    public static function ofAccess(Answer $answer): ?string
    {
        $isRefusal = in_array($answer->status, [402, 403, 404], true) && !$answer->isPage();
        return $isRefusal ? (self::statedReason($answer) ?? 'no-access') : null;
    }

    /** Connections (docs/service.md 5): a 404 says nothing about the member's access. */
    public static function ofExtension(Answer $answer): ?string
    {
        return $answer->status === 404 ? 'not-found' : self::ofAccess($answer);
    }

    /** The error code by the status alone. */
    public static function ofStatus(int $status): string
    {
        return match (true) {
            in_array($status, [400, 413, 422], true) => 'bad-input',
            $status === 401 => 'unauthorized',
            in_array($status, [402, 403], true) => 'forbidden',
            in_array($status, [404, 410], true) => 'not-found',
            in_array($status, [408, 504], true) => 'timeout',
            $status === 429 => 'rate-limited',
            $status === 409 || $status >= 500 => 'unavailable',
            default => 'bad-response',
        };
    }

    /**
     * The scopes that were asked for and not granted (RFC 6749 §5.1); none if the answer names none.
     * @return string[]
     */
    public static function missingScopes(string $requested, string $granted): array
    {
        return $granted === '' ? [] : array_values(array_diff(
            preg_split('/\s+/', $requested, -1, PREG_SPLIT_NO_EMPTY),
            preg_split('/[\s,]+/', $granted, -1, PREG_SPLIT_NO_EMPTY)
        ));
    }
}
