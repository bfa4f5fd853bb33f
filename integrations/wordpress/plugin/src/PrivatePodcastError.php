<?php
/** A failure with one of the codes of docs/interface.md 7. Its message holds no secret. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe;

final class PrivatePodcastError extends \RuntimeException
{
    /**
     * @param string $errorCode such as "no-access".
     * @param string $message whole sentences for the publisher: what is wrong, and who can fix it.
     * @param ?int $status HTTP status of the answer that failed.
     * @param ?int $retryAfter seconds.
     */
    public function __construct(
        public string $errorCode,
        string $message,
        public ?int $status = null,
        public ?int $retryAfter = null
    ) {
        parent::__construct($message);
    }
}
