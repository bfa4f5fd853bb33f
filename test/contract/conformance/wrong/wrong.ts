/** A row of the table: what an operator does wrong, the case that must say so, and how it is made. */
import type { ConformanceConfig } from '../../../../src/conformance/operator/config.js';
import type { CaseId } from '../../../../src/conformance/operator/interface-statements.js';
import type { Alteration } from '../../../support/operator/alterations.js';

export type Wrong = readonly [
  name: string,
  caught: CaseId,
  alteration: Alteration,
  config?: Partial<ConformanceConfig>,
];
