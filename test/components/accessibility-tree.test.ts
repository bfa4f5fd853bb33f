/**
 * The accessibility tree that the browser itself makes of every state, recorded as text in
 * `accessibility-tree.txt`. Only Chromium gives it out; `read-out.test.ts` covers all three
 * engines.
 */
import { expect, nextFrame } from '@open-wc/testing';
import { a11ySnapshot, getSnapshotConfig, readFile, writeFile } from '@web/test-runner-commands';
import { everyState } from '../support/element/every-state.js';
import {
  json,
  later,
  placed,
  podcast,
  present,
  useDevice,
  useNetwork,
  useStub,
} from '../support/element/element.js';

const path = 'accessibility-tree.txt';
const howToRenew =
  'Where the change is meant, renew the file, and read the difference before you commit it: ' +
  'npm run test:components -- --update-snapshots --files test/components/accessibility-tree.test.ts';

interface TreeNode extends Record<string, unknown> {
  role: string;
  name: string;
  children?: TreeNode[];
}

/** The properties of a node beside its role and name. URLs stay out: they are secret. */
const properties = [
  ...['level', 'value', 'haspopup', 'expanded', 'pressed', 'selected', 'disabled', 'readonly'],
  ...['modal', 'focused', 'busy', 'live'],
];

/** A line for each node, indented by its depth. */
function linesOf(node: TreeNode, depth = 0): string[] {
  const { role, name, children = [] } = node;
  const said = properties.flatMap((key) =>
    key in node ? [`${key}=${JSON.stringify(node[key])}`] : [],
  );
  const isSilent = role === 'generic' && !name && said.length === 0;
  // The browser's own player is not part of the element, and a name need not be said twice.
  // Announcements come and go: what is said, and when, is in `announcements.test.ts`.
  const isLeaf = role === 'Video' || 'live' in node;
  const inner = children.filter(
    (child) => !isLeaf && !(child.role === 'StaticText' && child.name === name),
  );
  const lines = inner.flatMap((child) => linesOf(child, isSilent ? depth : depth + 1));
  if (isSilent) return lines;
  const line = [role, ...(name ? [JSON.stringify(name)] : []), ...said].join(' ');
  return ['  '.repeat(depth) + line, ...lines];
}

async function tree(): Promise<string> {
  // The command is declared without its answer, which is the whole page: an open dialog leaves no `main`.
  const { children = [] } = await (a11ySnapshot({}) as Promise<unknown> as Promise<TreeNode>);
  return children.flatMap((child) => linesOf(child)).join('\n');
}

type Trees = Record<string, string>;

/** A heading for each state, and its tree. */
const written = (trees: Trees): string =>
  Object.entries(trees)
    .map(([name, text]) => `# ${name}\n\n${text}\n`)
    .join('\n');
const read = (file: string): Trees =>
  Object.fromEntries(
    file
      .split(/^# /m)
      .slice(1)
      .map((part) => part.split('\n\n').map((text) => text.trimEnd()) as [string, string]),
  );

describe('PrivatePodcastSubscribe: accessibility tree', () => {
  if (!('userAgentData' in navigator)) {
    it.skip('(skipped: Chromium alone hands out its accessibility tree)');
    return;
  }
  const network = useNetwork();
  const states = everyState(network);
  useDevice('linux');
  const stub = useStub();
  const made: Trees = {};
  let isRenewing = false;
  /** Undefined while the file is renewed. */
  let kept: Trees | undefined;

  before(async () => {
    isRenewing = (await getSnapshotConfig()).updateSnapshots === true;
    kept = isRenewing ? undefined : read((await readFile({ path })) ?? '');
  });
  beforeEach(() => {
    // The same on every machine, as are its apps.
    stub(navigator, 'share', () => Promise.resolve());
  });
  after(async () => {
    if (isRenewing) await writeFile({ path, content: written(made) });
  });

  for (const [name, enter] of Object.entries(states)) {
    it(`has the recorded tree: ${name}`, async () => {
      await enter();
      made[name] = await tree();
      if (kept) expect(made[name], howToRenew).to.equal(kept[name]);
    });
  }

  it('includes the episodes that are out of view', async () => {
    const { answer, give } = later();
    network.parser = answer;
    const element = await placed('ready');
    element.style.marginBlockStart = '3000px';
    give(json(podcast(5)));
    await present(element, '.episode');
    await nextFrame();
    await nextFrame();
    expect((await tree()).match(/(?<=button ")Harbour \d+/g)).to.deep.equal(
      [5, 4, 3, 2, 1].map((number) => `Harbour ${number}`),
    );
  });

  it('has a state for each recorded tree', () => {
    if (kept) expect(Object.keys(kept), howToRenew).to.deep.equal(Object.keys(states));
  });
});
