/** The worker thread's module: Piscina calls its exports by the names of the tasks. */
import { createTasks, outcomeOf, type Outcome, type Tasks } from './feed-tasks.js';
import { sanitizeNotes } from './sanitize-notes.js';

const tasks = createTasks(sanitizeNotes);

type InWorker = {
  [Name in keyof Tasks]: (task: Parameters<Tasks[Name]>[0]) => Outcome<ReturnType<Tasks[Name]>>;
};

export const parse: InWorker['parse'] = (task) => outcomeOf(() => tasks.parse(task));
export const render: InWorker['render'] = (task) => outcomeOf(() => tasks.render(task));
export const merge: InWorker['merge'] = (task) => outcomeOf(() => tasks.merge(task));
export const inspect: InWorker['inspect'] = (task) => outcomeOf(() => tasks.inspect(task));
export const hasNewEpisode: InWorker['hasNewEpisode'] = (task) =>
  outcomeOf(() => tasks.hasNewEpisode(task));
