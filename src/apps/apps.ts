/** The app table joined with the facts about each app. */
import { appFacts, type AppFacts } from './app-facts.js';
import { type App, appTable } from './app-table.js';

/** A row of the app table with the facts about the app. A publisher's own app may lack them. */
export type AppDetails = App & Partial<AppFacts>;

/** A row with the facts about its app. What the row itself says, as an app override may, wins. */
export function appDetails(row: App): AppDetails {
  const facts: Readonly<Record<string, AppFacts>> = appFacts;
  return { ...facts[row.id], ...row };
}

/**
 * The package's own apps with their facts, unlisted apps too, in display order.
 * @example
 * apps.find(({ id }) => id === 'overcast')?.store;
 */
export const apps: readonly AppDetails[] = appTable.map(appDetails);
