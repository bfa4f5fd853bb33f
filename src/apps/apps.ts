/** Every app with all that is known of it: the link table's rows, and where their facts come from. */
import { appFacts, type AppFacts } from './app-facts.js';
import { type App, appTable } from './app-table.js';

/** A row of the link table with its provenance and help; a row of a publisher's own may lack them. */
export type AppDetails = App & Partial<AppFacts>;

/** A row, the package's or one that a catalogue changed or added, with what is known of the app. */
export function appDetails(row: App): AppDetails {
  const known: Readonly<Record<string, AppFacts>> = appFacts;
  return { ...known[row.id], ...row };
}

/** The package's own rows, unlisted ones too, in the order in which they are shown. */
export const apps: readonly AppDetails[] = appTable.map(appDetails);
