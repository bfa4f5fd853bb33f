<?php
/** POST /token.php: a subscribe token for whoever is logged in. */

declare(strict_types=1);

require __DIR__ . '/environment.php';

/** In place of your log-in: everyone is the member that the environment names. */
function member_of(): ?string
{
    return setting('MEMBER');
}

function subscribe_token(string $email, string $sku, string $secret): string
{
    $encode = fn(string $bytes) => rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
    $header = ['alg' => 'HS256', 'typ' => 'pps-subscribe+jwt'];
    $claims = [
        'aud' => 'private-podcast-subscribe',
        'sub' => $email,
        'sub_format' => 'email',
        'sku' => $sku,
        'iat' => time(),
        'exp' => time() + 300,
        'jti' => bin2hex(random_bytes(16)),
    ];
    $json = fn(array $part) => json_encode($part, JSON_THROW_ON_ERROR);
    $signed = $encode($json($header)) . '.' . $encode($json($claims));
    return $signed . '.' . $encode(hash_hmac('sha256', $signed, $secret, true));
}

header('Cache-Control: no-store');
header('Content-Type: text/plain; charset=utf-8');
if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    http_response_code(405);
    header('Allow: POST');
    exit('Use POST.');
}
$email = member_of();
if ($email === null) {
    http_response_code(401);
    exit('Log in first.');
}
echo subscribe_token($email, setting('SKU'), setting('SUBSCRIBE_SECRET'));
