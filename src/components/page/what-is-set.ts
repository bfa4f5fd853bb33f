/** The settings of a page, as a look for mistakes needs them. */
import type { ReactiveControllerHost } from 'lit';
import type { PageSource } from './page-source.js';

/** The element, as far as a page can set it wrong. */
export interface Page extends HTMLElement, ReactiveControllerHost, PageSource {
  /** An error has one. */
  readonly code?: undefined;
  readonly state: string;
  readonly parserUrl: string | undefined;
  readonly apps: string | readonly string[];
  readonly preferredApp: string;
  readonly oneApp: string;
  readonly appOverrides: readonly { id: string }[] | undefined;
  /** `null` once the attribute is removed. */
  readonly episodes: number | string | null;
  readonly contact: string;
}
