import { expect, it, vi } from 'vitest';
import type { LiveCatalogue } from '../../../src/service/catalogue/live-catalogue.js';
import { shareCatalogue } from '../../../src/service/catalogue/shared-catalogue.js';
import type { Change } from '../../../src/service/store/database/changes.js';

it('shareCatalogue reloads once more if another process asked for it meanwhile', async () => {
  let asked = 0;
  let tell: (change: Change) => void = () => undefined;
  const reload = vi.fn(() => {
    // The other process: its file may have changed after this one was read.
    if (reload.mock.calls.length === 1) asked += 1;
    return Promise.resolve();
  });
  const shared = await shareCatalogue({
    catalogue: { current: {}, reload } as unknown as LiveCatalogue,
    database: {
      query: (text) => {
        if (text.includes('insert')) asked += 1;
        return Promise.resolve({ rows: [{ value: String(asked) }] });
      },
    },
    changes: { onChange: (listener) => (tell = listener) },
    reloaded: () => undefined,
    log: () => undefined,
  });
  await shared.reload();
  tell({ subject: 'catalogue' });
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
});
