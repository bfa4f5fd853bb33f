/** The page of a report: its words are escaped, its policy lets nothing load, and its hash can be checked. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CaseResult, ConformanceReport } from '../../../../src/publisher/conformance/case.js';
import { junitOf } from '../../../../src/publisher/conformance/formats.js';
import { reportHash } from '../../../../src/publisher/conformance/report/report-hash.js';
import { renderReport } from '../../../../src/publisher/conformance/report/report-page.js';

const HOSTILE = `"><img src=x onerror=alert(1)><style>*{color:red}</style>&amp; \`<b>\``;

const result = (
  id: string,
  verdict: CaseResult['verdict'],
  words = 'Nothing else.',
): CaseResult => ({
  id,
  section: id.slice(0, id.lastIndexOf('-')),
  statement: words,
  verdict,
  expected: words,
  seen: words,
});

const reportOf = (cases: CaseResult[]): ConformanceReport => ({
  version: '0.1.0',
  date: '2026-11-23T20:40:00.000Z',
  profile: 'interface',
  cases,
});

const report = reportOf([
  result('4.1-1', 'pass'),
  result('4.1-2', 'deviates'),
  result('4.2-1', 'skipped'),
  result('4.2-2', 'fail', 'Ångström & <co>'),
]);

describe('renderReport', () => {
  it('escapes every word of a result', async () => {
    const cases = [
      result('4.1-1', 'fail', HOSTILE),
      result(`4.1-2${HOSTILE}`, 'deviates', HOSTILE),
    ];
    const html = await renderReport({ ...reportOf(cases), version: HOSTILE, date: HOSTILE });
    expect(html).not.toMatch(/<(?:img|b|script)\b/);
    expect(html.match(/<style>/g)).toHaveLength(2);
    expect(html).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;');
  });

  it('leaves out what turns its words round', async () => {
    const cases = [result('4.1-1', 'fail', 'on time\u202e emit no\u2066')];
    expect(await renderReport(reportOf(cases))).not.toMatch(/[\u202e\u2066]/);
    expect(junitOf(reportOf(cases))).not.toMatch(/[\u202e\u2066]/);
  });

  it('lets nothing load and nothing run, by a policy before its styles', async () => {
    const html = await renderReport(report);
    const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(html);
    expect(policy?.[1]).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+' 'sha256-[\w+/=]+'; img-src data:; base-uri 'none'; form-action 'none'$/,
    );
    expect(policy?.index).toBeLessThan(html.indexOf('<style>'));
    expect(html).not.toMatch(/\sstyle=|<script|\son\w+=/);
    expect(html).not.toMatch(/(?:src|href)="(?!#|data:)/);
  });

  it('tells what fails before the sections', async () => {
    const html = await renderReport(report);
    expect(html).toContain('<span>1 statement fails</span>');
    const places = ['What fails', 'What deviates', '>Sections<', '<table'].map((text) =>
      html.indexOf(text),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  it.each([
    ['pass', 'Nothing fails'],
    ['deviates', 'Nothing fails, and 1 statement deviates'],
    ['skipped', 'Nothing could be checked'],
  ] as const)('says what a run came to whose only case is %s', async (verdict, text) => {
    const html = await renderReport(reportOf([result('4.1-1', verdict)]));
    expect(html).toContain(`<span>${text}</span>`);
  });

  it('does not say that nothing fails of a run that could check little', async () => {
    const skipped = ['4.2-1', '4.2-2'].map((id) => result(id, 'skipped'));
    const html = await renderReport(reportOf([result('4.1-1', 'pass'), ...skipped]));
    expect(html).toContain('<span>2 statements were not checked</span>');
  });

  it('holds its results, with the hash that it shows', async () => {
    const html = await renderReport(report);
    const [, data = ''] = /base64,([^"]+)"/.exec(html) ?? [];
    const json = Buffer.from(data, 'base64');
    expect(JSON.parse(json.toString())).toEqual(report);
    expect(html).toContain(`<code>${createHash('sha256').update(json).digest('hex')}</code>`);
  });
});

describe('reportHash', () => {
  it('is the same however the JSON is written, and another for another verdict', async () => {
    const { cases, ...rest } = report;
    expect(await reportHash({ cases, ...rest })).toBe(await reportHash(report));
    const changed = reportOf([...cases.slice(1), result('4.1-1', 'fail')]);
    expect(await reportHash(changed)).not.toBe(await reportHash(report));
  });
});
