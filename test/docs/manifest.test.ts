/** The guide lists what the element has, all of it, and nothing else. */
import { describe, expect, it } from 'vitest';
import { documents, read, tablesOf } from './documents.js';

interface Declaration {
  tagName?: string;
  attributes: { name: string; fieldName: string }[];
  members: { kind: string; name: string }[];
  events: { name: string }[];
  slots: { name: string }[];
  cssParts: { name: string }[];
  cssProperties: { name: string; default?: string }[];
  cssStates: { name: string }[];
}

const { modules } = JSON.parse(read('custom-elements.json')) as {
  modules: { declarations: Declaration[] }[];
};
const element = modules
  .flatMap(({ declarations }) => declarations)
  .find(({ tagName }) => tagName === 'private-podcast-subscribe')!;
/** The pages about the element. */
const guide = documents.filter(({ path }) => /^docs\/(?:element\/|theming)/.test(path));

const tables = (title: string) => guide.flatMap((page) => tablesOf(page, title));

/** The code in a column of the tables whose first column has this title. */
function listed(title: string, column = 0): string[] {
  return tables(title)
    .flatMap(({ rows }) => rows.flatMap((row) => row[column]?.codeSpans ?? []))
    .sort();
}

const namesOf = (items: readonly { name: string }[]) => items.map(({ name }) => name).sort();

describe('PrivatePodcastSubscribe: the guide', () => {
  it('lists every attribute', () => {
    expect(listed('attribute')).toEqual(namesOf(element.attributes));
  });

  it('lists every property that has no attribute', () => {
    const ofAttributes = new Set(element.attributes.map(({ fieldName }) => fieldName));
    const fields = element.members.filter(
      ({ kind, name }) => kind === 'field' && !ofAttributes.has(name),
    );
    expect(listed('property')).toEqual(namesOf(fields));
  });

  it('lists every event', () => {
    expect(listed('event')).toEqual(namesOf(element.events));
  });

  it('lists every slot', () => {
    expect(listed('slot')).toEqual(namesOf(element.slots).filter(Boolean));
  });

  it('lists every part', () => {
    expect(listed('part')).toEqual(namesOf(element.cssParts));
  });

  it('lists every custom property, with its default', () => {
    expect(listed('custom property')).toEqual(namesOf(element.cssProperties));
    const defaults = tables('custom property').flatMap(({ rows }) =>
      rows.flatMap(([name, value]) =>
        (name?.codeSpans ?? []).map((each) => [each, value?.codeSpans[0]]),
      ),
    );
    const given = element.cssProperties.flatMap(({ name, default: value }) =>
      value === undefined ? [] : [[name, value]],
    );
    expect(defaults).toEqual(expect.arrayContaining(given));
  });

  it('lists every state', () => {
    expect(listed('state')).toEqual(namesOf(element.cssStates));
  });
});

/** What the element keeps in the browser, by its keys there. */
const storageKeys = [
  'first-load/remembered-app',
  'episodes/player/memory/listening-memory',
].flatMap((file) => read(`src/components/${file}.ts`).match(/(?<=')pps-[a-z]+(?=')/g) ?? []);

it('documents name only events, custom properties and storage keys that exist', () => {
  const exist = [...namesOf(element.events), ...namesOf(element.cssProperties), ...storageKeys];
  const names = new Set(exist);
  const faults = documents.flatMap(({ path, codeSpans, codeBlocks }) =>
    [...codeSpans, ...codeBlocks.map(({ code }) => code)]
      .flatMap((code) => code.match(/(?<![\w-])(?:--)?pps-[a-z][a-z-]*[a-z](?![\w+*-])/g) ?? [])
      .filter((name) => !names.has(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(faults).toEqual([]);
});
