<?php
/** The findings of a test so far. Each finding belongs to the step that was begun last. */

declare(strict_types=1);

namespace PrivatePodcastSubscribe\Admin;

final class Findings
{
    /** @var Finding[] */
    public array $all = [];
    private string $step = '';

    public function begin(string $step): void
    {
        $this->step = $step;
    }

    public function ok(string $message): void
    {
        $this->all[] = new Finding($this->step, Finding::OK, $message);
    }

    public function warn(string $message): void
    {
        $this->all[] = new Finding($this->step, Finding::WARNING, $message);
    }

    public function fail(string $message): void
    {
        $this->all[] = new Finding($this->step, Finding::FAILED, $message);
    }

    public function hasFailed(): bool
    {
        return in_array(Finding::FAILED, array_column($this->all, 'result'), true);
    }
}
