<?php
/** Whether this site's own endpoint answers as the element needs it: the site asks itself. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Admin;

use PrivatePodcastSubscribe\Accounts;
use PrivatePodcastSubscribe\PrivatePodcastError;
use PrivatePodcastSubscribe\Service\Http;
use PrivatePodcastSubscribe\Subscribe\Routes;
use PrivatePodcastSubscribe\Subscribe\SubscribeToken;

final class EndpointTest
{
    public function __construct(private Http $http)
    {
    }

    /**
     * @param string $email empty for a member whom the operator does not know: no visit of theirs is tried.
     * @return Finding[]
     */
    public function walk(string $email, string $sku): array
    {
        $step = __('This site', 'private-podcast-subscribe');
        $url = admin_url('admin-ajax.php') . '?action=' . Routes::ENDPOINT;
        // Without a user to visit as, the endpoint tells the administrator that they have no access, which shows as much.
        $user = $email === '' ? null : Accounts::byEmail($email);
        $token = SubscribeToken::mint($user ?? wp_get_current_user(), $sku, null, $user !== null);
        $headers = ['Authorization' => "Bearer $token"];
        try {
            $answer = $this->http->send(__('This site', 'private-podcast-subscribe'), 'GET', $url, $headers);
        } catch (PrivatePodcastError $error) {
            return [new Finding($step, Finding::WARNING, __('WordPress cannot reach itself, so this step was skipped. Open the podcast page as a member. If it works, there is nothing to do.', 'private-podcast-subscribe'))];
        }
        $code = $answer->field('code');
        if ($code === 'token-invalid' && $answer->header('www-authenticate') === 'Bearer') {
            return [new Finding($step, Finding::FAILED, __('The web server does not pass the Authorization header to PHP. Open Settings → Permalinks and save once, which adds the rule to .htaccess. If that does not help, ask your web host to pass the header on (Apache: “CGIPassAuth On”).', 'private-podcast-subscribe'))];
        }
        if ($code === 'no-access' && $user === null) {
            return [new Finding($step, Finding::OK, __('This site’s endpoint answers.', 'private-podcast-subscribe'))];
        }
        if ($code === 'no-access') {
            return [new Finding($step, Finding::WARNING, __('This site gives this member no access. Check “Who may listen”, and any plugin that decides who may listen.', 'private-podcast-subscribe'))];
        }
        if (!$answer->isOk() || !is_string($answer->field('feedUrl'))) {
            /* translators: %d: HTTP status */
            return [new Finding($step, Finding::FAILED, sprintf(__('Something in front of WordPress answered instead (HTTP %d): a password, a firewall or a security plugin. Let requests to admin-ajax.php through, for people who are not logged in too.', 'private-podcast-subscribe'), $answer->status))];
        }
        $findings = [new Finding($step, Finding::OK, __('This site gives the member the feed link.', 'private-podcast-subscribe'))];
        if (!str_contains($answer->header('cache-control'), 'no-store')) {
            $findings[] = new Finding($step, Finding::WARNING, __('The header “Cache-Control: no-store” was lost on the way, so a cache could keep a member’s link. Ask your web host to leave that header as it is.', 'private-podcast-subscribe'));
        }
        return $findings;
    }
}
