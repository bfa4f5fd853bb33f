/** Work that waits for the first view runs after it is painted, and runs though nothing is painted. */
import { aTimeout, expect } from '@open-wc/testing';
import { afterPaint } from '../../../src/components/loading/lazy-chunks.js';
import { useHeldTimers } from '../../support/waiting/held-timers.js';
import { useStub } from '../../support/element/publisher-page.js';

/** The frames of a page that paints when the test says so. */
function holdFrames(stub: ReturnType<typeof useStub>): () => void {
  let due: (() => void)[] = [];
  stub(window, 'requestAnimationFrame', (run: () => void) => due.push(run));
  return () => {
    for (const run of due) run();
    due = [];
  };
}

describe('afterPaint', () => {
  const stub = useStub();
  const hold = useHeldTimers();

  /** Starts to wait. @returns whether the wait is over. */
  function wait(): () => boolean {
    let isOver = false;
    void afterPaint().then(() => (isOver = true));
    return () => isOver;
  }

  it('waits for the frame, and for the browser’s work on it', async () => {
    const long = hold(1000);
    const paint = holdFrames(stub);
    const isOver = wait();
    await Promise.resolve();
    expect(isOver(), 'before the frame').to.equal(false);
    paint();
    await Promise.resolve();
    expect(isOver(), 'within the frame').to.equal(false);
    await aTimeout(0);
    expect(isOver(), 'after the frame').to.equal(true);
    expect(long.isSet(), 'the longest wait').to.equal(false);
  });

  it('waits at most a second if nothing is painted', async () => {
    const long = hold(1000);
    holdFrames(stub);
    const isOver = wait();
    await aTimeout(0);
    expect(isOver(), 'before that').to.equal(false);
    long.ring();
    await Promise.resolve();
    expect(isOver()).to.equal(true);
  });

  it('does not wait in a hidden page', async () => {
    stub(document, 'hidden', true);
    holdFrames(stub);
    const isOver = wait();
    await aTimeout(0);
    expect(isOver()).to.equal(true);
  });
});
