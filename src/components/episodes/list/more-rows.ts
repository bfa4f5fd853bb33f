/**
 * The rows after the first ones, in blocks. The browser lays out a block when it comes near, and blocks
 * are rendered one after the other with pauses between, so that ten thousand rows stop nobody. Blocks
 * stand in groups, of which the browser looks into those that are near: to look at four hundred blocks
 * for each frame would take as long as the rest of it. A chunk that loads after the list.
 */
import { render } from 'lit/html.js';
import type { ShownEpisode } from '../../../podcast/shown-podcast.js';
import { pause, startWork } from '../../loading/work-pauses.js';

/** Episodes in a block: as many rows as a phone renders in some twenty milliseconds. */
const BLOCK_SIZE = 25;
/** Blocks in a group. */
const GROUP_SIZE = 20;
/** About the height of a row, in `em`. */
const ROW_HEIGHT_EM = 7.5;

/** The rows' content. */
export interface RowContent {
  /** Those of the first rows among them. */
  wanted: readonly ShownEpisode[];
  /** How many first rows there are at most. */
  atOnce: number;
  /** The same as long as the texts and the languages are. */
  wording: string;
  /** Everything else that a row depends on: while all of it is the same, so is the row. */
  inputsOf: (episode: ShownEpisode) => readonly unknown[];
  renderRow: (episode: ShownEpisode) => unknown;
}

export class MoreRows {
  readonly element = document.createElement('div');
  readonly #blocks: HTMLElement[] = [];
  /** The inputs that each block was rendered from. */
  readonly #inputs = new WeakMap<HTMLElement, readonly unknown[]>();
  #before = 0;
  /** Blocks that were up to date when the pause began: after it, they are not compared again. */
  #resumeAt = 0;
  /** The value of `#resumeAt` after the pause that is on. */
  #next = 0;
  #isPausing = false;
  #content: RowContent | undefined;

  /**
   * Brings rows up to date, and hides those that have to wait until after a pause: all of them if the
   * number of rows before them has changed, which is work enough.
   */
  update(content: RowContent): void {
    this.#content = content;
    const { wanted, atOnce, wording, inputsOf, renderRow } = content;
    const episodes = wanted.slice(atOnce);
    const before = wanted.length - episodes.length;
    let hasChanged = before !== this.#before;
    const isPauseDue = hasChanged ? () => true : startWork();
    const needed = Math.ceil(episodes.length / BLOCK_SIZE);
    const start = hasChanged ? 0 : Math.min(this.#resumeAt, needed);
    let done = start;
    this.#before = before;
    this.#resumeAt = 0;
    while (done < needed && !(hasChanged && isPauseDue())) {
      const rows = episodes.slice(done * BLOCK_SIZE, (done + 1) * BLOCK_SIZE);
      const block = this.#blocks[done++] ?? this.#addBlock();
      const inputs = [wording, ...rows.flatMap(inputsOf)];
      if (isSame(inputs, this.#inputs.get(block))) continue;
      keepSpace(block, rows.length);
      render(rows.map(renderRow), block);
      this.#inputs.set(block, inputs);
      hasChanged = true;
    }
    // With all of them, hiding what contains them is enough.
    this.element.hidden = !done;
    if (done) this.#show(done);
    if (done < needed) void this.#continue(done);
    // Something may have changed meanwhile: in the end all are compared.
    else if (start > 0) void this.#continue(0);
  }

  /** Shows the first blocks. The others stay: a search that ends has its rows at once. */
  #show(count: number): void {
    this.#blocks.forEach((block, index) => (block.hidden = index >= count));
    [...this.element.children].forEach((group, index) => {
      const shown = Math.min(count - index * GROUP_SIZE, GROUP_SIZE);
      (group as HTMLElement).hidden = shown <= 0;
      keepSpace(group as HTMLElement, Math.max(0, shown) * BLOCK_SIZE);
    });
  }

  async #continue(resumeAt: number): Promise<void> {
    this.#next = resumeAt;
    if (this.#isPausing) return;
    this.#isPausing = true;
    await pause();
    this.#isPausing = false;
    this.#resumeAt = this.#next;
    // Not by way of the element, which would look at all that it shows for each block.
    if (this.#content) this.update(this.#content);
  }

  /** Another podcast takes the place of this one. */
  dispose(): void {
    this.#content = undefined;
  }

  #addBlock(): HTMLElement {
    const isFull = this.#blocks.length % GROUP_SIZE === 0;
    const group = isFull ? append('group', this.element) : this.element.lastElementChild;
    const block = append('block', group ?? this.element);
    this.#blocks.push(block);
    return block;
  }
}

function append(className: string, parent: Element): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  parent.append(element);
  return element;
}

/** As much space as the rows will take, until the browser lays them out. */
function keepSpace(element: HTMLElement, rows: number): void {
  element.style.containIntrinsicBlockSize = `auto ${rows * ROW_HEIGHT_EM}em`;
}

const isSame = (inputs: readonly unknown[], before: readonly unknown[] = []) =>
  inputs.length === before.length && inputs.every((input, index) => input === before[index]);
