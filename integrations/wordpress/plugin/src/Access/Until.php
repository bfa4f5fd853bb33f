<?php
/** When a grant ends: a day, which counts whole (UTC), or a moment. As the feed service reads it. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Access;

final class Until
{
    /**
     * @param mixed $value null or '' (no end), seconds since 1970, a DateTimeInterface, or an ISO 8601 text.
     * @return ?array{text: string, at: int} `at` in seconds since 1970, 0 for no end; null if the value is none of these.
     */
    public static function read(mixed $value): ?array
    {
        if ($value === null || $value === '') {
            return ['text' => '', 'at' => 0];
        }
        if ($value instanceof \DateTimeInterface) {
            $value = $value->getTimestamp();
        }
        if (is_int($value)) {
            return $value > 0 ? ['text' => gmdate('Y-m-d\TH:i:s\Z', $value), 'at' => $value] : null;
        }
        $isDay = is_string($value) && preg_match('/^(\d{4})-(\d\d)-(\d\d)$/D', $value, $day) && checkdate((int) $day[2], (int) $day[3], (int) $day[1]);
        if ($isDay) {
            return ['text' => $value, 'at' => (int) strtotime("$value 23:59:59 UTC")];
        }
        $isMoment = is_string($value)
            && preg_match('/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)$/D', $value)
            && strtotime($value) !== false;
        return $isMoment ? ['text' => gmdate('Y-m-d\TH:i:s\Z', (int) strtotime($value)), 'at' => (int) strtotime($value)] : null;
    }
}
