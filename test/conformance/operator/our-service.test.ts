/** The conformance run against our own service, on loopback over HTTP: nothing fails, and nothing deviates. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaseResult } from '../../../src/conformance/report/result.js';
import { runConformance } from '../../../src/conformance/operator/run-operator.js';
import { caseIds, sectionOf } from '../../../src/conformance/operator/interface-statements.js';
import { startConformingService, type ConformingService } from './conforming-service.js';

let service: ConformingService;
beforeAll(async () => {
  service = await startConformingService();
});
afterAll(() => service.close());

describe('runConformance against our service', () => {
  it('passes every case of the interface, with a reset', async () => {
    const results: CaseResult[] = [];
    await runConformance(service.config, { isDestructive: true }, (result) => results.push(result));
    expect(results.map(({ id }) => id)).toEqual(caseIds);
    const others = results.filter(({ verdict }) => verdict !== 'pass');
    // No answer asks to come back later: our service has no rate limits.
    expect(others.map(({ id, verdict, seen }) => `${id} ${verdict}: ${seen}`)).toEqual([
      '4.3-25 skipped: No answer shows it. Look into the app of a member who has linked it.',
      '8-2 skipped: No limit was met.',
    ]);
  });

  it('does the calls alone that a section needs', async () => {
    const asked: string[] = [];
    const results: CaseResult[] = [];
    await runConformance(
      service.config,
      {
        sections: ['4.1'],
        fetch: (input, init) => {
          asked.push(new URL(input as string).pathname);
          return fetch(input, init);
        },
      },
      (result) => results.push(result),
    );
    expect(new Set(asked)).toEqual(new Set(['/oauth/token']));
    expect(new Set(results.map(({ id }) => sectionOf(id)))).toEqual(new Set(['4.1']));
  });
});
