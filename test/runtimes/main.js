/** Node, Bun and Deno run this file. */
import { runCases } from './cases.js';

await runCases();
