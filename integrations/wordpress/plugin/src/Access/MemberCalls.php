<?php
/**
 * The calls of docs/service.md 6 by which this site states its members. They need the scope
 * service:members, which opens the members of one source and nothing else.
 */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Access;

// phpcs:disable WordPress.Security.EscapeOutput.ExceptionNotEscaped -- Messages go to the log and through esc_html(), never straight into a page.

use PrivatePodcastSubscribe\Ids;
use PrivatePodcastSubscribe\PrivatePodcastError;
use PrivatePodcastSubscribe\Service\Answer;
use PrivatePodcastSubscribe\Service\Http;
use PrivatePodcastSubscribe\Service\TokenCalls;
use PrivatePodcastSubscribe\Settings;

final class MemberCalls
{
    private const SCOPE = 'service:members';

    private TokenCalls $calls;

    public function __construct(float $seconds = 8.0)
    {
        $this->calls = new TokenCalls(new Http($seconds), self::SCOPE);
    }

    /** The name of this site's members at the feed service: each site of a network has its own. */
    public static function source(): string
    {
        $site = get_current_blog_id();
        return Settings::text('source') ?: ($site === 1 ? 'wordpress' : "wordpress-$site");
    }

    /**
     * States one member.
     * @param array{email: string, grants: array<int, array{sku: string, until?: string}>} $statement
     * @param float $at when it was so, in seconds since 1970.
     * @return ?string the operator's ID of the member; null if it finds them by their address.
     * @throws PrivatePodcastError `older` if it knows something newer, or why the call failed.
     */
    public function put(string $subject, array $statement, float $at): ?string
    {
        $path = '/' . rawurlencode($subject);
        $answer = $this->send('PUT', $path, (string) wp_json_encode($statement + ['at' => self::time($at)]));
        if ($answer->field('result') === 'older') {
            throw new PrivatePodcastError('older', __('The feed service knows something newer of a member. If it stays so, the clocks of this site’s servers differ: ask your web host.', 'private-podcast-subscribe'));
        }
        $userId = $answer->field('userId');
        return Ids::isId($userId) ? $userId : null;
    }

    /** Ends all that this site has given to a member; with `$isErased`, the member goes too. */
    public function delete(string $subject, float $at, bool $isErased = false): void
    {
        $query = ['at' => self::time($at)] + ($isErased ? ['erase' => 'true'] : []);
        $this->send('DELETE', '/' . rawurlencode($subject) . '?' . http_build_query($query, '', '&', PHP_QUERY_RFC3986));
    }

    /** States all members: who is not among them has ended. @param string $lines of JSON, one for each member. */
    public function replace(string $lines, float $at, bool $isForced): void
    {
        $query = ['replace' => 'true', 'at' => self::time($at)] + ($isForced ? ['force' => 'true'] : []);
        // Without a body, WordPress would send no type.
        $this->send('POST', '?' . http_build_query($query, '', '&', PHP_QUERY_RFC3986), $lines ?: "\n", 'application/x-ndjson');
    }

    private static function time(float $at): string
    {
        return gmdate('Y-m-d\TH:i:s', (int) $at) . sprintf('.%03dZ', (int) (($at - (int) $at) * 1000));
    }

    private function send(string $method, string $path, string $body = '', string $type = 'application/json'): Answer
    {
        Settings::requireComplete();
        // Many operators keep /admin from the public, and name another URL for it.
        $url = Settings::baseUrl('admin_url') ?: Settings::baseUrl('base_url');
        $answer = $this->calls->call([
            'method' => $method,
            'url' => "$url/admin/members/" . self::source() . $path,
            'headers' => $body === '' ? [] : ['Content-Type' => $type],
            'body' => $body,
        ], [self::class, 'explain'], self::messages());
        if ($answer->status !== 204 && !is_array($answer->json)) {
            throw new PrivatePodcastError('bad-response', self::messages()['bad-response']);
        }
        self::nameUnknown($answer->field('unknownSkus'));
        return $answer;
    }

    /** Podcasts that the feed service does not know do no harm to the rest, but the owner has to know. */
    private static function nameUnknown(mixed $skus): void
    {
        $unknown = array_intersect(Settings::items('products'), is_array($skus) ? $skus : []);
        if ($unknown) {
            WholeFile::complain(new PrivatePodcastError('not-found', sprintf(
                /* translators: %s: product IDs */
                __('The feed service has no podcast with this product ID: %s. Check “Podcasts” in the settings, or ask the operator.', 'private-podcast-subscribe'),
                implode(', ', $unknown)
            )));
        }
    }

    /** The code of a failed answer. */
    public static function explain(Answer $answer): ?string
    {
        return [403 => 'forbidden', 404 => 'bad-response', 405 => 'bad-response', 409 => 'refused'][$answer->status] ?? null;
    }

    /** @return array<string, string> by code. */
    private static function messages(): array
    {
        return [
            'forbidden' => sprintf(
                /* translators: %s: name of a source of members, such as "wordpress" */
                __('The feed service does not let this site let members in. Ask the operator for the scope “service:members” and the source “%s”, or untick “Let members in”.', 'private-podcast-subscribe'),
                self::source()
            ),
            'bad-response' => __('The calls by which a site lets members in are not at this URL. Ask the operator whether the service has them, and whether this server may reach “/admin/members”. If it has another URL, set PRIVATE_PODCAST_SUBSCRIBE_ADMIN_URL in wp-config.php.', 'private-podcast-subscribe'),
            'bad-input' => __('The feed service refuses what this site says of a member: the e-mail address, a product ID or the time. Check the address in the member’s account, and whether this server’s clock is right.', 'private-podcast-subscribe'),
            'refused' => __('More than half of the members would be out at once, so the feed service did nothing. Check the roles, the levels and the membership plugins. If it is right, say so under Settings → Private Podcast.', 'private-podcast-subscribe'),
        ];
    }
}
