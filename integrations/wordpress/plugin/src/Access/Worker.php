<?php
/** Does what waits: looks at users, and brings the feed service in line with each row. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Access;

use PrivatePodcastSubscribe\Log;
use PrivatePodcastSubscribe\PrivatePodcastError;
use PrivatePodcastSubscribe\Service\Http;

final class Worker
{
    private const ROWS_AT_ONCE = 20;
    private const MAX_CALL_SECONDS = 8.0;

    private float $end;

    private function __construct(float $seconds)
    {
        $this->end = microtime(true) + $seconds;
    }

    /** @return int how many rows were done. */
    public static function run(float $seconds, bool $isForced = false): int
    {
        if (!$isForced && Pause::isOn()) {
            return 0;
        }
        Table::ensure();
        return (new self($seconds))->work();
    }

    private function work(): int
    {
        $done = 0;
        while ($this->secondsLeft() > 0 && $rows = Queue::claim(self::ROWS_AT_ONCE)) {
            // A claim must outlive its rows, whatever time this run has.
            $claimEnds = microtime(true) + Queue::CLAIM_SECONDS - 2 * self::MAX_CALL_SECONDS;
            while ($rows && $this->secondsLeft() > 0 && microtime(true) < $claimEnds) {
                if (!$this->do(array_shift($rows))) {
                    Queue::release($rows);
                    return $done;
                }
                $done++;
            }
            Queue::release($rows);
        }
        return $done;
    }

    private function secondsLeft(): float
    {
        return $this->end - microtime(true);
    }

    /** @return bool whether to go on with the next row. */
    private function do(object $row): bool
    {
        try {
            if ($row->sku === '') {
                Queue::finishLook($row, Looks::at((int) $row->user_id));
            } else {
                $this->bringInLine($row);
                Pause::end();
            }
            return true;
        } catch (\Throwable $thrown) {
            $error = Log::loggable($thrown);
            Log::write($error);
            // A filter that fails for one user must not keep the others waiting.
            if (AdminCalls::isOfOne($error) || !$thrown instanceof PrivatePodcastError) {
                Queue::postpone($row, $error);
                return true;
            }
            Queue::release([$row]);
            Pause::begin($error);
            return false;
        }
    }

    /** Each call may be made twice: a process that dies after it leaves the row waiting. */
    private function bringInLine(object $row): void
    {
        $address = Addresses::open($row->address);
        if ($address === null) {
            // The salts have changed. The look at the user makes a row that can be read.
            Ledger::repair($row, null);
            Ledger::look(max((int) $row->user_id, (int) $row->action_user_id));
            return;
        }
        $calls = new AdminCalls(new Http(self::MAX_CALL_SECONDS));
        $isByAction = (int) $row->by_action === 1 && ((int) $row->until_at === 0 || (int) $row->until_at >= time());
        $isWanted = (int) $row->by_rule === 1 || $isByAction;
        if ($isWanted) {
            $calls->grant($address, $row->sku, (int) $row->by_rule === 1 ? '' : $row->until);
        } elseif ($calls->revoke($address, $row->sku) && (int) $row->is_gone === 1) {
            // The account is gone: its link, and what the service knows of the apps, goes too.
            $calls->reset($address, $row->sku);
        }
        Queue::finish($row, $isWanted);
    }
}
