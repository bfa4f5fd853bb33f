/** An answer in chunks is the JSON that it is as a whole. */
import { describe, expect, it } from 'vitest';
import { readChunks, readJsonOf } from '../../../src/components/podcast/answer-chunks.js';
import { chunksOf } from '../../support/foreign-text/chunks.js';

/** An answer that arrives a given number of bytes at a time. */
function answerIn(size: number, json: string): Response {
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunksOf(json, size)) controller.enqueue(chunk);
      controller.close();
    },
  });
  return new Response(body);
}

describe('readChunks', () => {
  for (const [json, expected] of [
    ['\ufeff{"a":"é – 🎧"}', { a: 'é – 🎧' }],
    ['{"a":"é – 🎧', undefined],
    ['', undefined],
  ] as const) {
    it(`reads JSON whose chunks begin anywhere: ${JSON.stringify(json)}`, async () => {
      for (const size of [1, 100]) {
        expect(readJsonOf(await readChunks(answerIn(size, json), () => undefined))).to.deep.equal(
          expected,
        );
      }
    });
  }

  it('returns no chunks if there is no body', async () => {
    expect(await readChunks(new Response(null), () => undefined)).to.deep.equal([]);
  });
});
