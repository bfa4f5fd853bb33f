/** A conformance run against the operator in one function, or against one that answers in its place. */
import type { CaseResult } from '../../../src/conformance/report/result.js';
import {
  runConformance,
  type ConformanceOptions,
} from '../../../src/conformance/operator/run-operator.js';
import { config, operatorFetch, type Asked } from './small-operator.js';

export type Answer = (asked: Asked, signal: AbortSignal) => Response | Promise<Response>;

export async function runAgainst(answer: Answer, options: ConformanceOptions = {}, given = config) {
  const results: CaseResult[] = [];
  const said: string[] = [];
  const asked: Asked[] = [];
  const isWhole = await runConformance(
    given,
    {
      say: (line) => said.push(line),
      wait: () => Promise.resolve(),
      ...options,
      fetch: operatorFetch((request, signal) => {
        asked.push(request);
        return answer(request, signal);
      }),
    },
    (result) => results.push(result),
  );
  return { results, said, asked, isWhole };
}

/** The IDs of the cases that fail. */
export const failed = (results: readonly CaseResult[]): string[] =>
  results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
