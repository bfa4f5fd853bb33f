import { describe, expect, it } from 'vitest';
import { readText } from '../../../src/api/requests/limited-body.js';

/** A body in pieces, which counts how many were taken and says whether it was cancelled. */
function bodyOf(...pieces: Uint8Array[]) {
  const state = { pulled: 0, cancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces[state.pulled++];
        if (piece) controller.enqueue(piece);
        else controller.close();
      },
      cancel() {
        state.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, state };
}

const bytes = (text: string) => new TextEncoder().encode(text);

describe('readText', () => {
  it('returns an empty text without a body', async () => {
    expect(await readText(new Response(null), 1)).toBe('');
  });

  it('replaces a letter that was cut off at the end', async () => {
    const { stream } = bodyOf(bytes('é').subarray(0, 1));
    expect(await readText(new Response(stream), 5)).toBe('\ufffd');
  });

  it('reads as many bytes as the limit, and cancels the body at one more', async () => {
    expect(await readText(new Response(bodyOf(bytes('12'), bytes('34')).stream), 4)).toBe('1234');
    const { stream, state } = bodyOf(bytes('12'), bytes('345'), bytes('6'));
    expect(await readText(new Response(stream), 4)).toBeUndefined();
    expect(state).toEqual({ pulled: 2, cancelled: true });
  });

  it('does not begin if Content-Length exceeds the limit', async () => {
    const { stream, state } = bodyOf(bytes('1'));
    const headers = { 'content-length': '5' };
    expect(await readText(new Response(stream, { headers }), 4)).toBeUndefined();
    expect(state).toEqual({ pulled: 0, cancelled: true });
    const fitting = new Response(bodyOf(bytes('1234')).stream, {
      headers: { 'content-length': '4' },
    });
    expect(await readText(fitting, 4)).toBe('1234');
  });
});
