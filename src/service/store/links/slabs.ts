/**
 * Memory for very many small things in few large arrays: an object for each would take some 300 bytes
 * more. An address counts 32-bit words; 0 is none.
 */

/** An address is the slab, and 16 bits of the place in it. */
const PLACE_BITS = 16;
const PLACE = 2 ** PLACE_BITS - 1;
/** With what the allocator puts before it, a slab takes whole pages. */
const SLAB_WORDS = 2 ** PLACE_BITS - 16;

export class Slabs {
  readonly #slabs: Uint32Array[] = [];
  /** The first word of the last slab that was never taken. */
  #unused = SLAB_WORDS;
  /** By number of words, the first of what was given back; its first word is the next one's address. */
  readonly #spare = new Map<number, number>();

  get bytes(): number {
    return this.#slabs.length * SLAB_WORDS * Uint32Array.BYTES_PER_ELEMENT;
  }

  /** @returns the address of this many words in a row, with anything in them */
  take(words: number): number {
    const spare = this.#spare.get(words) ?? 0;
    if (spare !== 0) {
      this.#spare.set(words, this.read(spare));
      return spare;
    }
    if (this.#unused + words > SLAB_WORDS) {
      this.#slabs.push(new Uint32Array(SLAB_WORDS));
      // The first word of the first slab would have the address that is none.
      this.#unused = 1;
    }
    const address = (this.#slabs.length - 1) * 2 ** PLACE_BITS + this.#unused;
    this.#unused += words;
    return address;
  }

  /** Keeps what `take` returned for the next who needs as many words. */
  giveBack(address: number, words: number): void {
    this.write(address, this.#spare.get(words) ?? 0);
    this.#spare.set(words, address);
  }

  read(address: number): number {
    return this.#slab(address)[address & PLACE] ?? 0;
  }

  write(address: number, value: number): void {
    this.#slab(address)[address & PLACE] = value;
  }

  writeAll(address: number, values: Uint32Array): void {
    this.#slab(address).set(values, address & PLACE);
  }

  /** Copies what was taken together, also onto a part of itself. */
  copy(from: number, to: number, words: number): void {
    const [source, target] = [this.#slab(from), this.#slab(to)];
    const [start, place] = [from & PLACE, to & PLACE];
    if (source === target) source.copyWithin(place, start, start + words);
    else target.set(source.subarray(start, start + words), place);
  }

  #slab(address: number): Uint32Array {
    const slab = this.#slabs[address >>> PLACE_BITS];
    if (!slab) throw new RangeError('Nothing has this address.');
    return slab;
  }
}
