/** Every app with all that is known of it: the link table's rows, and where their facts come from. */
import { type AppRow, linkTable } from './link-table.js';

export type App = AppRow;

export const apps: readonly App[] = linkTable;
