/**
 * How the link index lies in memory: records of nine 32-bit numbers in 65,536 parts, each sorted by
 * the records' first 48 bits. A part is a directory of small blocks, all full but the last, so that
 * little is spare, no record is copied to grow, and an insertion moves no more than one part, which
 * of ten million records has 5 KiB.
 */
import { Slabs } from './slabs.js';

export const RECORD_WORDS = 9;
export const PARTS = 2 ** 16;

/** Blocks of a part have room for one record, two, four, and eight from there on. */
const MOST_ROOM_BITS = 3;
const MOST_ROOM = 2 ** MOST_ROOM_BITS;

/** Words of a directory: the number of records, and the addresses of blocks. */
const COUNT = 0;
const BLOCKS = 1;
const LEAST_DIRECTORY_WORDS = 4;

const roomOf = (block: number) => (block < MOST_ROOM_BITS ? 1 << block : MOST_ROOM);

/** Which block of its part a record is in. */
const blockOf = (index: number) =>
  index + 1 < MOST_ROOM
    ? 31 - Math.clz32(index + 1)
    : ((index + 1) >>> MOST_ROOM_BITS) + MOST_ROOM_BITS - 1;

/** A record's place in its block. */
const placeOf = (index: number) => (index + 1) & (roomOf(blockOf(index)) - 1);

/** The index of the last record that the block of this one has room for. */
const endOf = (index: number) => index - placeOf(index) + roomOf(blockOf(index)) - 1;

/** Words of the directory of this many blocks: it is doubled as needed. */
const directoryWords = (blocks: number) =>
  blocks && Math.max(LEAST_DIRECTORY_WORDS, 2 ** (32 - Math.clz32(blocks + BLOCKS - 1)));

/** `seek` and `next` go to a record; the other calls are about the place that they went to. */
export class RecordParts {
  readonly #memory = new Slabs();
  readonly #directories = new Uint32Array(PARTS);
  #part = 0;
  #directory = 0;
  /** Number of records in the part. */
  #count = 0;
  #index = 0;
  /** The key that is sought. */
  #high = 0;
  #low = 0;

  /** Memory of all parts, with what is spare. */
  get bytes(): number {
    return this.#directories.byteLength + this.#memory.bytes;
  }

  /**
   * Goes to the first record with this key, or to where it belongs.
   * @param high the first 32 bits of a record's key
   * @param low its other 16 bits
   * @returns whether there is one
   */
  seek(part: number, high: number, low: number): boolean {
    this.#goTo(part);
    this.#high = high;
    this.#low = low;
    let from = 0;
    let to = this.#count;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.#isBelow(this.#address(middle))) from = middle + 1;
      else to = middle;
    }
    this.#index = from;
    return this.#isFound();
  }

  /** Goes to the next record with the same key. @returns whether there is one */
  next(): boolean {
    this.#index += 1;
    return this.#isFound();
  }

  get(word: number): number {
    return this.#memory.read(this.#address(this.#index) + word);
  }

  set(word: number, value: number): void {
    this.#memory.write(this.#address(this.#index) + word, value);
  }

  /** Puts a record where `seek` found that its key belongs. */
  insert(record: Uint32Array): void {
    const block = blockOf(this.#count);
    if (placeOf(this.#count) === 0) this.#addBlock(block);
    let to = this.#count;
    // From the last block to the first that changes, each takes the last record of the one before.
    for (let start = to - placeOf(to); start > this.#index; start = to - placeOf(to)) {
      this.#move(start, start + 1, to - start);
      this.#move(start - 1, start, 1);
      to = start - 1;
    }
    this.#move(this.#index, this.#index + 1, to - this.#index);
    this.#memory.writeAll(this.#address(this.#index), record);
    this.#setCount(this.#count + 1);
  }

  /** Removes the record that `seek` or `next` went to. */
  remove(): void {
    const last = this.#count - 1;
    let to = this.#index;
    // From its block to the last one, each takes the first record of the one behind.
    for (let end = endOf(to); end < last; end = endOf(to)) {
      this.#move(to + 1, to, end - to);
      this.#move(end + 1, end, 1);
      to = end + 1;
    }
    this.#move(to + 1, to, last - to);
    this.#setCount(last);
    if (placeOf(last) === 0) this.#removeBlock(blockOf(last));
  }

  /** Sets a word of all records of a part to 0. */
  clear(part: number, word: number): void {
    this.#goTo(part);
    for (let index = 0; index < this.#count; index += 1)
      this.#memory.write(this.#address(index) + word, 0);
  }

  #goTo(part: number): void {
    this.#part = part;
    this.#directory = this.#directories[part] ?? 0;
    this.#count = this.#directory && this.#memory.read(this.#directory + COUNT);
  }

  #setCount(count: number): void {
    this.#count = count;
    this.#memory.write(this.#directory + COUNT, count);
  }

  #address(index: number): number {
    const block = this.#memory.read(this.#directory + BLOCKS + blockOf(index));
    return block + placeOf(index) * RECORD_WORDS;
  }

  #isFound(): boolean {
    if (this.#index >= this.#count) return false;
    return this.get(0) === this.#high && this.get(1) >>> 16 === this.#low;
  }

  /** Whether the key of the record at an address is below the one that is sought. */
  #isBelow(address: number): boolean {
    const high = this.#memory.read(address);
    if (high !== this.#high) return high < this.#high;
    return this.#memory.read(address + 1) >>> 16 < this.#low;
  }

  /** Moves records of one block. */
  #move(from: number, to: number, count: number): void {
    if (count > 0) this.#memory.copy(this.#address(from), this.#address(to), count * RECORD_WORDS);
  }

  #addBlock(block: number): void {
    this.#resizeDirectory(block, block + 1);
    const address = this.#memory.take(roomOf(block) * RECORD_WORDS);
    this.#memory.write(this.#directory + BLOCKS + block, address);
  }

  #removeBlock(block: number): void {
    const address = this.#memory.read(this.#directory + BLOCKS + block);
    this.#memory.giveBack(address, roomOf(block) * RECORD_WORDS);
    this.#resizeDirectory(block + 1, block);
  }

  /** Takes the directory that this many blocks need in place of the one for as many as before. */
  #resizeDirectory(before: number, after: number): void {
    const [had, needed] = [directoryWords(before), directoryWords(after)];
    if (had === needed) return;
    const directory = needed && this.#memory.take(needed);
    if (had && needed) this.#memory.copy(this.#directory, directory, Math.min(had, needed));
    if (had) this.#memory.giveBack(this.#directory, had);
    this.#directories[this.#part] = directory;
    this.#directory = directory;
  }
}
