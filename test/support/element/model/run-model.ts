/** Runs the element and its model side by side. */
import fc from 'fast-check';
import { timesAsMany } from '../../laws/times-as-many.js';
import { Expected } from './expected.js';
import { useModelPage } from './model-page.js';
import { expectQuiet } from './rules.js';
import { newService } from './servers.js';
import { commands } from './steps.js';

const RUNS = timesAsMany(100);

describe('PrivatePodcastSubscribe: any order of events', () => {
  const modelPage = useModelPage();

  it('shows what the model says', async function () {
    this.retries(0);
    this.timeout(0);
    const page = modelPage();
    const device = fc.constantFrom('ios' as const, 'macos' as const);
    await fc.assert(
      fc.asyncProperty(device, fc.commands(commands, { size: '+1' }), async (its, list) => {
        const service = newService();
        const model = new Expected(service, its === 'ios');
        page.open(service, its);
        try {
          await page.rest();
          await fc.asyncModelRun(() => ({ model, real: page }), list);
          await expectQuiet(page);
        } finally {
          page.close();
        }
      }),
      { seed: Number(process.env.SEED), numRuns: RUNS, includeErrorInReport: true },
    );
  });
});
