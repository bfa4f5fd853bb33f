/** Which tokens operators take that should take none of them. */
import type { Seen } from '../../../support/operator/operator.js';

export const hasToken = ({ headers }: Seen) => headers.authorization !== undefined;
export const isUnknownToken = ({ headers }: Seen) => /^Bearer /i.test(headers.authorization ?? '');
