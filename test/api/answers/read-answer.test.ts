import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { optionalText, readAnswer, readList } from '../../../src/api/answers/read-answer.js';

const schema = z.object({ id: z.string(), owner: z.optional(z.object({ name: z.string() })) });
const list = z.array(schema);
const serverName = 'The feed service';

describe('readAnswer', () => {
  it('returns an answer that fits the schema', () => {
    expect(readAnswer(schema, { id: 'a' }, serverName)).toEqual({ id: 'a' });
  });

  it.each([
    [{ id: 7 }, '`id`'],
    [{ id: 'a', owner: { name: 7 } }, '`owner.name`'],
    [undefined, 'JSON body'],
    ['text', 'JSON body'],
  ])('names the unusable field of %j, but not its value', (body, what) => {
    expect(() => readAnswer(schema, body, serverName)).toThrow(
      expect.objectContaining({
        code: 'bad-response',
        message: `The feed service answered without a usable ${what}. Check its URL and version.`,
      }),
    );
  });
});

describe('readList', () => {
  it('leaves out the elements of a list that do not fit', () => {
    const body = [{ id: 7 }, { id: 'a' }, null, { id: 'b' }];
    expect(readList(list, body, serverName)).toEqual([{ id: 'a' }, { id: 'b' }]);
  });

  it.each([[[]], [null]])('reads %j as an empty list', (body) => {
    expect(readList(list, body, serverName)).toEqual([]);
  });

  it.each([
    [[{ id: 7 }, null], '`id`'],
    [{ items: [] }, 'JSON body'],
    [undefined, 'JSON body'],
  ])('throws for %j', (body, what) => {
    expect(() => readList(list, body, serverName)).toThrow(
      expect.objectContaining({
        code: 'bad-response',
        message: expect.stringContaining(`usable ${what}`) as string,
      }),
    );
  });
});

describe('optionalText', () => {
  it.each([
    ['text', 'text'],
    ['', ''],
    [null, undefined],
    [7, undefined],
    [undefined, undefined],
  ])('reads %j as %j', (value, text) => {
    expect(z.parse(optionalText, value)).toBe(text);
  });
});
