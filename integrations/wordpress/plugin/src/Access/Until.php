<?php
/** When a grant ends: a day, which counts whole (UTC), or a moment. As the feed service reads it. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Access;

final class Until
{
    /**
     * @param mixed $value null or '' (no end), seconds since 1970, a DateTimeInterface, or an ISO 8601 text.
     * @return ?string empty for no end; null if the value is none of these.
     */
    public static function read(mixed $value): ?string
    {
        if ($value === null || $value === '') {
            return '';
        }
        $value = $value instanceof \DateTimeInterface ? $value->getTimestamp() : $value;
        if (is_int($value)) {
            return $value > 0 ? gmdate('Y-m-d\TH:i:s\Z', $value) : null;
        }
        if (is_string($value) && preg_match('/^(\d{4})-(\d\d)-(\d\d)$/D', $value, $day)) {
            return checkdate((int) $day[2], (int) $day[3], (int) $day[1]) ? $value : null;
        }
        $isMoment = is_string($value)
            && preg_match('/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)$/D', $value)
            && strtotime($value) !== false;
        return $isMoment ? gmdate('Y-m-d\TH:i:s\Z', (int) strtotime($value)) : null;
    }

    /** @param string $until as `read` gives it. */
    public static function isOver(string $until): bool
    {
        return $until !== '' && strtotime(strlen($until) === 10 ? "$until 23:59:59 UTC" : $until) < time();
    }
}
