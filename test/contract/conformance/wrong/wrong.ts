/** A row of the table: what an operator does wrong, the case that must say so, and how it is made. */
import type { ConformanceConfig } from '../../../../src/publisher/conformance/config.js';
import type { CaseId } from '../../../../src/publisher/conformance/statements.js';
import type { Alteration } from '../../../support/operator/alterations.js';

export type Wrong = readonly [
  name: string,
  caught: CaseId,
  alteration: Alteration,
  config?: Partial<ConformanceConfig>,
];
