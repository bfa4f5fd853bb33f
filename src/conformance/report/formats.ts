/** The forms in which a conformance run is printed: lines for people, JSON, and JUnit's XML for CI systems. */
import type { CaseResult, ConformanceReport, Verdict } from './result.js';
import { silentSections } from '../operator/interface-statements.js';

const marks: Record<Verdict, string> = {
  pass: 'pass    ',
  deviates: 'deviates',
  fail: 'FAIL    ',
  skipped: 'skipped ',
};

/** The lines of one result. Of a case that passes nobody has to know more. */
export function lineOf({ id, statement, verdict, expected, seen, advice }: CaseResult): string {
  const head = `${marks[verdict]} ${id.padEnd(9)} ${statement}\n`;
  const indent = ' '.repeat(19);
  if (verdict === 'pass') return head;
  const both = verdict === 'skipped' ? [seen] : [`expected: ${expected}`, `seen: ${seen}`];
  const said = [...both, ...(advice ? [`advice: ${advice}`] : [])];
  return head + said.map((line) => `${indent}${line}\n`).join('');
}

/** How many cases have each verdict. */
export function countsOf(cases: readonly CaseResult[]): Record<Verdict, number> {
  const counts: Record<Verdict, number> = { pass: 0, fail: 0, deviates: 0, skipped: 0 };
  for (const { verdict } of cases) counts[verdict]++;
  return counts;
}

/** The last lines for people. */
export function summaryOf({
  cases,
  profile,
}: Pick<ConformanceReport, 'cases' | 'profile'>): string {
  const { pass, fail, deviates, skipped } = countsOf(cases);
  const counts = `${cases.length} cases: ${pass} pass, ${deviates} deviate, ${fail} fail, ${skipped} skipped.`;
  const silent = `Sections ${silentSections.join(', ')} of the interface state nothing that could be checked.`;
  return `\n${counts}\n${profile === 'operator' ? `${silent}\n` : ''}`;
}

/** Characters that turn round what is written after them. No result holds one, but a report can be anyone's. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The text without what would make a reader see another one. */
export const legible = (text: string): string => text.replaceAll(DIRECTIONS, '');

/** Text in XML 1.0: its marks escaped, and the characters that XML cannot hold left out (§2.2). */
function xml(text: string): string {
  return legible(text)
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function testCase(result: CaseResult): string {
  const { id, section, statement, verdict, expected, seen, advice } = result;
  const both = `expected: ${expected}\nseen: ${seen}${advice ? `\nadvice: ${advice}` : ''}`;
  const inside: Record<Verdict, string> = {
    pass: '',
    fail: `<failure message="${xml(seen)}">${xml(both)}</failure>`,
    // JUnit has no word for it: the test has passed, and says something.
    deviates: `<system-out>${xml(`deviates\n${both}`)}</system-out>`,
    skipped: `<skipped message="${xml(seen)}"/>`,
  };
  const attributes = `classname="conformance.${xml(section)}" name="${xml(`${id} ${statement}`)}"`;
  return `    <testcase ${attributes} time="0">${inside[verdict]}</testcase>\n`;
}

/** JUnit's XML, as CI systems read it. */
export function junitOf({ version, date, profile, cases }: ConformanceReport): string {
  const { fail, skipped } = countsOf(cases);
  const counts = `tests="${cases.length}" failures="${fail}" errors="0" skipped="${skipped}"`;
  const name = `private-podcast-conformance ${version}, ${profile}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
  <testsuite name="${xml(name)}" ${counts} time="0" timestamp="${xml(date)}">
${cases.map(testCase).join('')}  </testsuite>
</testsuites>
`;
}
