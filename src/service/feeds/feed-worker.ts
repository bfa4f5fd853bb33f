/** The worker thread's module: it does one task after another, and answers with each one's outcome. */
import { parentPort } from 'node:worker_threads';
import { createTasks, outcomeOf, type Tasks } from './feed-tasks.js';
import { sanitizeNotes } from './sanitize-notes.js';

const tasks = createTasks(sanitizeNotes) as Record<keyof Tasks, (task: unknown) => unknown>;

parentPort?.on('message', ({ name, task }: { name: keyof Tasks; task: unknown }) => {
  parentPort?.postMessage(outcomeOf(() => tasks[name](task)));
});
