<?php
/** Whether this site's own endpoint answers as the element needs it: the site asks itself. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Admin;

use PrivatePodcastSubscribe\PrivatePodcastError;
use PrivatePodcastSubscribe\Service\Http;
use PrivatePodcastSubscribe\Subscribe\Routes;
use PrivatePodcastSubscribe\Subscribe\SubscribeToken;

final class EndpointTest
{
    public function __construct(private Http $http)
    {
    }

    /** @return Finding[] */
    public function walk(string $email, string $sku): array
    {
        $step = __('This site', 'private-podcast-subscribe');
        $url = admin_url('admin-ajax.php') . '?action=' . Routes::ENDPOINT;
        $headers = ['Authorization' => 'Bearer ' . SubscribeToken::mint($email, $sku, null)];
        try {
            $answer = $this->http->send(__('This site', 'private-podcast-subscribe'), 'GET', $url, $headers);
        } catch (PrivatePodcastError $error) {
            return [new Finding($step, Finding::WARNING, __('WordPress cannot reach itself, so its own endpoint was not tried. Open the page with the podcast as a member. If that works, there is nothing to do.', 'private-podcast-subscribe'))];
        }
        $code = $answer->field('code');
        if ($code === 'token-invalid' && $answer->header('www-authenticate') === 'Bearer') {
            return [new Finding($step, Finding::FAILED, __('The web server keeps the Authorization header from PHP. Save the permalinks once (Settings → Permalinks), which writes the rule into .htaccess. If that does not help, ask your web host to pass the header on (Apache: “CGIPassAuth On”).', 'private-podcast-subscribe'))];
        }
        if ($code === 'no-access') {
            return [new Finding($step, Finding::WARNING, __('It says that this user has no access: see “Who may listen”, and the filters of other plugins.', 'private-podcast-subscribe'))];
        }
        if (!$answer->isOk() || !is_string($answer->field('feedUrl'))) {
            /* translators: %d: HTTP status */
            return [new Finding($step, Finding::FAILED, sprintf(__('Something in front of WordPress answers in its place (HTTP %d): a log-in, a firewall or a security plugin. Let it pass requests to admin-ajax.php.', 'private-podcast-subscribe'), $answer->status))];
        }
        $findings = [new Finding($step, Finding::OK, __('It gives the member the feed link.', 'private-podcast-subscribe'))];
        if (!str_contains($answer->header('cache-control'), 'no-store')) {
            $findings[] = new Finding($step, Finding::WARNING, __('The answer lost its “Cache-Control: no-store”, so a cache may keep a member’s link. Ask your web host to let that header pass.', 'private-podcast-subscribe'));
        }
        return $findings;
    }
}
