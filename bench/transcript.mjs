/**
 * `node bench/transcript.mjs`: how long a phone is busy at a stretch with transcripts of different lengths:
 * while one is opened and shown, while it follows the sound to its end, and while it is searched. Fails if
 * a task takes longer than `MAX_TASK_MS` with at most `PROMISED_LINES` lines. Longer files are cut.
 *
 *   node bench/transcript.mjs [--lines 2500,5000,10000,100000] [--megabytes 50] [--slowdown 4]
 */
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import { listen } from './listen.mjs';
import { launchChromium } from './page/phone.mjs';

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '2500,5000,10000,100000' },
    megabytes: { type: 'string', default: '50' },
    slowdown: { type: 'string', default: '4' },
  },
});

const MAX_TASK_MS = 50;
const PROMISED_LINES = 10_000;

const bundler = await rolldown({
  input: {
    transcript: 'src/components/transcript/transcript.ts',
    texts: 'src/components/language/texts/player/en.ts',
  },
  platform: 'browser',
  resolve: { conditionNames: ['production', 'browser', 'import', 'default'] },
  transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  preserveEntrySignatures: 'strict',
});
const { output } = await bundler.generate({
  format: 'esm',
  minify: true,
  entryFileNames: '[name].js',
  chunkFileNames: '[name].js',
});

const sentence = 'Until then nothing in the harbour has a reason to move, and nothing does.';
const clock = (/** @type {number} */ seconds) =>
  new Date(seconds * 1000).toISOString().slice(11, 23);

/** @satisfies {Record<string, (lines: number) => string>} */
const formats = {
  vtt: (lines) =>
    `WEBVTT\n\n${Array.from(
      { length: lines },
      (_, at) =>
        `${clock(at * 4)} --> ${clock(at * 4 + 4)}\n<v ${at % 40 < 20 ? 'Ann' : 'Bo'}>${sentence} ${at}\n\n`,
    ).join('')}`,
  json: (lines) =>
    JSON.stringify({
      segments: Array.from({ length: lines }, (_, at) => ({
        speaker: 'Ann',
        startTime: at * 4,
        endTime: at * 4 + 4,
        body: `${sentence} ${at}`,
      })),
    }),
  html: (lines) =>
    Array.from(
      { length: lines },
      (_, at) => `<cite>Ann:</cite><time>${clock(at * 4)}</time><p>${sentence} ${at}</p>`,
    ).join('\n'),
};

/**
 * Uses a transcript as a member does. Runs in the page.
 * @returns the longest task of each step in milliseconds, and the number of lines
 */
async function useTranscript() {
  /** @type {{ startTime: number, duration: number }[]} */
  const tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask' });
  const rest = () => new Promise((resolve) => setTimeout(resolve, 500));
  const { openTranscript } = await import(String('/transcript.js'));
  const { enPlayer } = await import(String('/texts.js'));
  const host = document.createElement('div');
  document.body.append(host);
  const root = host.attachShadow({ mode: 'open' });
  root.innerHTML = '<div style="height: 400px; overflow: auto"></div>';
  await rest();
  /** @type {[string, number][]} */
  const steps = [];
  const step = (/** @type {string} */ name) => steps.push([name, performance.now()]);

  step('open');
  const transcript = await openTranscript({
    transcripts: [{ url: `${location.origin}/file`, type: '' }],
    texts: enPlayer,
    locale: 'en',
    chunks: { get: (/** @type {() => Promise<unknown>} */ load) => load() },
    lang: 'en',
    root,
    seek: () => undefined,
    signal: new AbortController().signal,
  });
  root.firstElementChild?.append(transcript.element);
  const said = () => transcript.element.querySelectorAll('.said').length;
  while (said() < transcript.lines.length) await rest();
  await rest();

  step('follow');
  const last = transcript.lines.at(-1).start;
  for (let share = 0; share <= 1; share += 0.05) {
    transcript.follow(share * last);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await rest();

  step('search');
  const field = transcript.element.querySelector('input');
  for (const words of ['a', 'harbour', 'move, and nothing does. 1234', '']) {
    field.value = words;
    field.dispatchEvent(new Event('input'));
    await rest();
    while (words && !transcript.element.querySelector('[role=status]').textContent) await rest();
  }
  await rest();
  step('end');
  return {
    lines: transcript.lines.length,
    longest: steps.slice(0, -1).map(([name, from], index) => {
      const to = steps[index + 1]?.[1] ?? Infinity;
      const within = tasks.filter(({ startTime }) => startTime >= from && startTime < to);
      return /** @type {const} */ ([name, Math.max(0, ...within.map(({ duration }) => duration))]);
    }),
  };
}

const counts = values.lines.split(',').map(Number);
/** @type {[name: string, file: string, isPromised: boolean][]} */
const files = Object.entries(formats).flatMap(([name, make]) =>
  counts.map(
    (count) =>
      /** @type {[string, string, boolean]} */ ([
        `${name}, ${count} lines`,
        make(count),
        count <= PROMISED_LINES,
      ]),
  ),
);
const bytes = Number(values.megabytes) * 1e6;
files.push([`vtt, ${values.megabytes} MB`, formats.vtt(Math.ceil(bytes / 120)), false]);

const browser = await launchChromium();
let isTooSlow = false;
for (const [name, file, isPromised] of files) {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const { server, url } = await listen((request, response) => {
    const path = request.url?.slice(1);
    if (path === 'file') return response.end(file);
    const chunk = output.find(({ fileName }) => fileName === path);
    const isChunk = chunk && 'code' in chunk;
    response.setHeader('content-type', isChunk ? 'text/javascript' : 'text/html');
    return response.end(isChunk ? chunk.code : '<!doctype html><title>Bench</title>');
  });
  await page.goto(url);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: Number(values.slowdown) });
  const { lines, longest } = await page.evaluate(useTranscript);
  const told = longest.map(([step, ms]) => `${step} ${ms ? Math.round(ms) : 'under 50'}`);
  console.log(`${name}: ${lines} lines shown; longest task in ms: ${told.join(', ')}`);
  if (isPromised && longest.some(([, ms]) => ms > MAX_TASK_MS)) isTooSlow = true;
  await page.close();
  server.closeAllConnections();
  server.close();
}
await browser.close();
if (isTooSlow) console.error(`A task takes longer than ${MAX_TASK_MS} ms.`);
process.exit(isTooSlow ? 1 : 0);
