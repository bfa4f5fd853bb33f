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

/** The code in the first column of the tables whose first column has this title. */
function listed(title: string): string[] {
  return tables(title)
    .flatMap(({ rows }) => rows.flatMap((row) => row[0]?.codeSpans ?? []))
    .sort();
}

const namesOf = (items: readonly { name: string }[]) => items.map(({ name }) => name).sort();

const ofAttributes = new Set(element.attributes.map(({ fieldName }) => fieldName));
const properties = element.members.filter(
  ({ kind, name }) => kind === 'field' && !ofAttributes.has(name),
);

describe('PrivatePodcastSubscribe: the guide', () => {
  it.each([
    ['attribute', element.attributes],
    ['property', properties],
    ['event', element.events],
    ['slot', element.slots.filter(({ name }) => name)],
    ['part', element.cssParts],
    ['custom property', element.cssProperties],
    ['state', element.cssStates],
  ])('lists every %s once, and gives no two things one name', (title, items) => {
    const names = namesOf(items);
    expect(names).toEqual([...new Set(names)]);
    expect(listed(title)).toEqual(names);
  });

  it('gives the default of each custom property', () => {
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
});

/** What the element keeps in the browser, by its keys there. */
const storageKeys = ['buttons/remembered-app', 'player/remembered-listening'].flatMap(
  (file) => read(`src/components/${file}.ts`).match(/(?<=')pps-[a-z]+(?=')/g) ?? [],
);

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
