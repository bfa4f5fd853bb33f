/** packages/service/deploy/alerts.yaml asks for what GET /metrics answers. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { catalogueOf, member } from '../support/feed-service/backend.js';
import { useBackend, useShowFolder } from '../support/feed-service/for-file.js';

const shows = await useShowFolder();

const rules = await readFile(
  new URL('../../packages/service/deploy/alerts.yaml', import.meta.url),
  'utf8',
);
/** Each expression, whose further lines are indented more than its key. */
const expressions = [...rules.matchAll(/^ {8}expr: (?:>-)?(.*(?:\n {10,}.*)*)/gm)].map(
  ([, text]) => text!,
);

const backend = useBackend({ catalogue: catalogueOf(shows.feed) });
await backend.send(await backend.feedUrl(member));
const metrics = await (await backend.send('/metrics')).text();

/** Metrics that an expression names; the sums of a histogram have the name of the histogram. */
const namesIn = (expression: string) =>
  [...expression.matchAll(/\b(?:pps|nodejs|process)_\w+/g)].map(([name]) =>
    name.replace(/_(?:bucket|count|sum)$/, ''),
  );

describe('createApp: the alert rules', () => {
  it('name only metrics that there are', () => {
    expect(expressions).toHaveLength([...rules.matchAll(/- alert: /g)].length);
    const known = [...metrics.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!);
    const named = expressions.flatMap(namesIn);
    expect(named.length).toBeGreaterThan(expressions.length / 2);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('group and match by labels that these metrics have', () => {
    for (const name of ['pps_show_copy_age_seconds', 'pps_feed_source_up', 'pps_show_has_copy']) {
      expect(metrics, name).toMatch(new RegExp(`^${name}\\{[^}]*\\bsku="[^"]+"`, 'm'));
    }
    const requests = 'pps_http_request_duration_seconds_count';
    expect(metrics).toMatch(new RegExp(`^${requests}\\{[^}]*path="[^"]+",status="\\d{3}"`, 'm'));
  });
});
