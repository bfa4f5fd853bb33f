/**
 * The element beside a model of it: whatever a page, a network and a member do, in whatever order, the
 * element shows what the model says. `SEED=N` repeats a run.
 */
/** Each chunk of the element comes as the test says (scripts/bundled-tests.mjs). */
const map = document.createElement('script');
map.type = 'importmap';
map.textContent = JSON.stringify({ imports: { '/dist/embed/': '/dist/held/' } });
document.head.append(map);

await import('../support/element/model/run-model.js');

export {};
