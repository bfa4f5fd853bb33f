/** What the element shares with the parts of it that load later. */
import type { LanguageController } from './texts/language-controller.js';
import type { LazyChunks } from './lazy-chunks.js';

export interface ElementServices {
  readonly language: LanguageController;
  readonly chunks: LazyChunks;
  /** Has screen readers announce a text, in the element's status region. */
  readonly announce: (text: string) => void;
}
