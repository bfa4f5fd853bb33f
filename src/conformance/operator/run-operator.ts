/** The conformance run: every case of the chosen sections, one after the other. */
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import type { CaseResult } from '../report/result.js';
import { accessCases } from './cases/access.js';
import { bearerCases } from './cases/bearer.js';
import type { Case } from './cases/case.js';
import { entitlementCases } from './cases/entitlements.js';
import { flowCases } from './cases/flow.js';
import { limitCases } from './cases/limits.js';
import { pageCases } from './cases/page.js';
import { parserCases } from './cases/parser.js';
import { profileCases } from './cases/profile.js';
import { refusalCases } from './cases/refusals.js';
import { tokenCases } from './cases/token.js';
import { isSecure, requireConformanceConfig, type ConformanceConfig } from './config.js';
import { Exchanges, type RunOptions } from '../exchanges.js';
import { runCases } from '../run-cases.js';
import { caseIds, sectionOf, sections, statements, type CaseId } from './interface-statements.js';
import { Operator } from './operator.js';

export interface ConformanceOptions extends RunOptions {
  /** Such as "4.3", or "4" for all of 4.1 to 4.6; default: all. */
  sections?: readonly string[] | undefined;
  /** Whether the test member's link may be replaced (4.4-20). */
  isDestructive?: boolean | undefined;
}

/** Whether a case belongs to a section, or to one within it. */
function isInSection(id: string, section: string): boolean {
  return sectionOf(id) === section || sectionOf(id).startsWith(`${section}.`);
}

/** @throws {PrivatePodcastError} `config` for a section that has no cases. */
function chooseCases(chosen: readonly string[] | undefined): CaseId[] {
  for (const section of chosen ?? []) {
    if (caseIds.some((id) => isInSection(id, section))) continue;
    throw new PrivatePodcastError(
      'config',
      `There is no case of this section. Choose from ${sections.join(', ')}.`,
    );
  }
  return caseIds.filter((id) => !chosen || chosen.some((section) => isInSection(id, section)));
}

export const interfaceCases: Record<CaseId, Case> = {
  ...flowCases,
  ...tokenCases,
  ...profileCases,
  ...entitlementCases,
  ...accessCases,
  ...parserCases,
  ...pageCases,
  ...bearerCases,
  ...refusalCases,
  ...limitCases,
};

/**
 * Runs the cases of the chosen sections in the order of the interface, with the calls that these
 * need and no others, and reports each result as soon as it is known.
 * @returns whether the run came to all cases.
 * @throws {PrivatePodcastError} `config` for the configuration or an unknown section, before the
 * first call; `aborted` when the signal aborts.
 */
export async function runConformance(
  config: ConformanceConfig,
  { sections: chosenSections, isDestructive = false, ...options }: ConformanceOptions,
  report: (result: CaseResult) => void,
): Promise<boolean> {
  const complete = requireConformanceConfig(config);
  const chosen = chooseCases(chosenSections);
  const exchanges = new Exchanges(options, (url) => isSecure(complete, url));
  const operator = new Operator(complete, isDestructive, exchanges);
  return runCases(chosen, { cases: interfaceCases, statements }, operator, report);
}
