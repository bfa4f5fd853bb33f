/** What Node, Bun and Deno run. */
import { runCases } from './cases.js';

await runCases();
