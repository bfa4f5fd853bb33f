<?php
/** One line of the connection test: what works, or what is wrong and who can fix it. It holds no secret. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Admin;

final class Finding
{
    public const OK = 'ok';
    public const WARNING = 'warning';
    public const FAILED = 'failed';

    public function __construct(public string $step, public string $result, public string $message)
    {
    }
}
