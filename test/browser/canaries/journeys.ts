/** All journeys, one after the other, through one copy of the product. */
import { calls } from './calls.js';
import { Heard } from './heard.js';
import { visits } from './visits.js';
import { World } from './world.js';

const journeys = { ...visits, ...calls };

export type JourneyName = keyof typeof journeys;

/** A busy machine takes minutes. */
export const JOURNEYS_MS = 900_000;

/**
 * @param folder of the copy
 * @param without names of journeys that are not made
 * @returns what was heard on the way
 */
export async function makeJourneys(folder: string, without: JourneyName[] = []): Promise<Heard> {
  const heard = new Heard();
  const world = new World(folder, heard);
  try {
    await world.open();
    for (const [name, journey] of Object.entries(journeys)) {
      if (without.includes(name as JourneyName)) continue;
      await journey(world).catch((error: unknown) => {
        const reason = error instanceof Error ? error.stack : error;
        // No cause: what Playwright says holds the links of the page.
        throw new Error(`This journey was not to its end: ${name}. ${heard.blank(String(reason))}`);
      });
    }
  } finally {
    await world.close();
  }
  return heard;
}
