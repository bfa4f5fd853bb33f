/** workerd runs this file: `workerd test` calls the handler of this name. */
import { runCases } from './cases.js';

export default { test: runCases };
