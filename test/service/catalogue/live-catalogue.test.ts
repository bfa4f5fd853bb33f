import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { CatalogueData } from '../../../src/service/catalogue/catalogue.js';
import { openCatalogue } from '../../../src/service/catalogue/live-catalogue.js';
import { until } from '../../support/waiting/until.js';

it('openCatalogue has the newer catalogue in force after two reloads, though the older is read for longer', async () => {
  let file = 'first';
  const read = () => ({ publisher: { name: file } }) as CatalogueData;
  const load = vi.fn(() => Promise.resolve(read()));
  const live = await openCatalogue('catalogue.json', load);
  let end: () => void = () => undefined;
  load.mockImplementationOnce(() => {
    const older = read();
    return new Promise((resolve) => (end = () => resolve(older)));
  });
  const older = live.reload();
  await until(() => expect(load).toHaveBeenCalledTimes(2));
  file = 'newer';
  const newer = live.reload();
  await setImmediate();
  end();
  await Promise.all([older, newer]);
  expect(live.current.publisher?.name).toBe('newer');
});
