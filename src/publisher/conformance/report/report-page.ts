/**
 * The report as a page: one file without scripts, for a reader who was not there. Whatever an operator
 * said was made harmless before it came into a result, and is escaped here once more.
 */
import { escapeHtml, renderPage, styleSource } from '../../../pages/page.js';
import type { CaseResult, ConformanceReport, Verdict } from '../case.js';
import { countsOf, legible } from '../formats.js';
import { silentSections } from '../statements.js';
import { canonicalJson, reportHash } from './report-hash.js';
import screen from './report-page.css?raw';
import print from './report-print.css?raw';
import { sectionTitle } from './sections.js';

const sheet = `${screen}\n${print}`;

/** In the order of a reader's interest. */
const verdicts = ['fail', 'deviates', 'pass', 'skipped'] as const satisfies Verdict[];

const words: Record<Verdict, { badge: string; counted: string; meaning: string }> = {
  fail: { badge: 'Fails', counted: 'fail', meaning: 'not as the statement says' },
  deviates: { badge: 'Deviates', counted: 'deviate', meaning: 'allowed, but unusual' },
  pass: { badge: 'Passes', counted: 'pass', meaning: 'as the statement says' },
  skipped: { badge: 'Skipped', counted: 'skipped', meaning: 'not checked' },
};

const shapes: Record<Verdict, string> = {
  fail: '<circle cx="8" cy="8" r="7"/><path d="m5.5 5.5 5 5m0-5-5 5"/>',
  deviates: '<path d="M8 1.5 15 14H1z"/><path d="M8 6v4m0 1.6v.4"/>',
  pass: '<circle cx="8" cy="8" r="7"/><path d="m4.8 8.3 2.2 2.2 4.2-4.8"/>',
  skipped: '<circle cx="8" cy="8" r="7"/><path d="M5 8h6"/>',
};

const icon = (verdict: Verdict) =>
  `<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${shapes[verdict]}</svg>`;

const badge = (verdict: Verdict) =>
  `<span class="badge ${verdict}">${icon(verdict)}${words[verdict].badge}</span>`;

/** A sentence of a result: what stands in backticks is code. */
function sentence(text: string): string {
  return escapeHtml(legible(text)).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

const anchorOf = (id: string) => id.replaceAll(/[^\w-]/g, '-');

type Counts = Record<Verdict, number>;

/** "1 statement fails". */
function counted(count: number, [one, many]: readonly [string, string]): string {
  return `${count} ${count === 1 ? `statement ${one}` : `statements ${many}`}`;
}

function headline({ fail, deviates, pass, skipped }: Counts): { verdict: Verdict; text: string } {
  if (fail > 0) return { verdict: 'fail', text: counted(fail, ['fails', 'fail']) };
  if (pass + deviates === 0) return { verdict: 'skipped', text: 'Nothing could be checked' };
  // A few cases are always skipped. Of an operator that was down it is most.
  if (skipped > pass + deviates) {
    return { verdict: 'skipped', text: `${counted(skipped, ['was', 'were'])} not checked` };
  }
  if (deviates === 0) return { verdict: 'pass', text: 'Nothing fails' };
  const text = `Nothing fails, and ${counted(deviates, ['deviates', 'deviate'])}`;
  return { verdict: 'deviates', text };
}

/** The shares as one bar. What it shows stands in words below it. */
function bar(counts: Counts, total: number): string {
  let x = 0;
  const parts = verdicts.map((verdict) => {
    const width = (counts[verdict] / Math.max(total, 1)) * 100;
    const part = `<rect class="${verdict}" x="${x.toFixed(3)}" width="${width.toFixed(3)}" height="4"/>`;
    x += width;
    return width > 0 ? part : '';
  });
  return `<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">${parts.join('')}</svg>`;
}

const profiles: Record<ConformanceReport['profile'], string> = {
  interface: 'Private podcast feed service interface',
  feed: 'A member’s feed in podcast apps',
};

const date = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

function renderSummary({ cases, date: iso, profile, version }: ConformanceReport): string {
  const counts = countsOf(cases);
  const { verdict, text } = headline(counts);
  const day = new Date(iso);
  const shown = Number.isNaN(day.getTime()) ? iso : `${date.format(day)} UTC`;
  const tiles = verdicts.map(
    (each) =>
      `<div class="tile ${each}"><dt>${icon(each)}<span>${words[each].badge}</span></dt><dd><strong>${counts[each]}</strong><span>${words[each].meaning}</span></dd></div>`,
  );
  return `<header>
<p class="kind">Conformance report</p>
<h1 class="${verdict}">${icon(verdict)}<span>${text}</span></h1>
<p class="quiet">${profiles[profile]} · <time datetime="${escapeHtml(iso)}">${escapeHtml(shown)}</time> · private-podcast-subscribe ${escapeHtml(version)}</p>
${bar(counts, cases.length)}
<dl class="tiles">
${tiles.join('\n')}
</dl>
</header>`;
}

/** A result in a table. Its roles are written out, because a phone shows rows as blocks, which would hide them. */
function renderRow({ id, verdict, statement, expected, seen }: CaseResult): string {
  return `<tr role="row" id="${anchorOf(id)}" class="${verdict}">
<th role="rowheader" scope="row">${escapeHtml(id)}</th>
<td role="cell" class="what"><p>${sentence(statement)}</p><dl class="seen"><div><dt>Expected</dt><dd>${sentence(expected)}</dd></div><div><dt>${verdict === 'skipped' ? 'Reason' : 'Seen'}</dt><dd>${sentence(seen)}</dd></div></dl></td>
<td role="cell" class="verdict">${badge(verdict)}</td>
</tr>`;
}

const columns = ['No.', 'Statement', 'Verdict']
  .map((name) => `<th role="columnheader" scope="col">${name}</th>`)
  .join('');

function renderSection(section: string, cases: readonly CaseResult[]): string {
  const anchor = `section-${anchorOf(section)}`;
  return `<section aria-labelledby="${anchor}">
<h2 id="${anchor}">${escapeHtml(sectionTitle(section))}</h2>
<table role="table" aria-labelledby="${anchor}">
<thead role="rowgroup"><tr role="row">${columns}</tr></thead>
<tbody role="rowgroup">
${cases.map(renderRow).join('\n')}
</tbody>
</table>
</section>`;
}

function renderContents(sections: ReadonlyMap<string, readonly CaseResult[]>): string {
  const links = [...sections].map(([section, cases]) => {
    const counts = countsOf(cases);
    const told = verdicts.filter((verdict) => counts[verdict] > 0);
    const shown = told.map(
      (verdict) =>
        `<span class="count ${verdict}">${icon(verdict)}${counts[verdict]} <span class="heard">${words[verdict].counted}</span></span>`,
    );
    return `<li><a href="#section-${anchorOf(section)}">${escapeHtml(sectionTitle(section))}</a><span class="counts">${shown.join(' ')}</span></li>`;
  });
  return `<nav aria-labelledby="contents">
<h2 id="contents">Sections</h2>
<ul>
${links.join('\n')}
</ul>
</nav>`;
}

/** The results that need somebody: these come before the sections, in which they stand again. */
function renderFirst(cases: readonly CaseResult[]): string {
  return (['fail', 'deviates'] as const)
    .map((verdict) => {
      const found = cases.filter((result) => result.verdict === verdict);
      if (found.length === 0) return '';
      const items = found.map(
        ({ id, statement, expected, seen }) => `<li class="${verdict}">
<p class="statement">${icon(verdict)}<span><a href="#${anchorOf(id)}">${escapeHtml(id)}</a> ${sentence(statement)}</span></p>
<dl class="seen"><div><dt>Expected</dt><dd>${sentence(expected)}</dd></div><div><dt>Seen</dt><dd>${sentence(seen)}</dd></div></dl>
</li>`,
      );
      const title = verdict === 'fail' ? 'What fails' : 'What deviates';
      return `<section aria-labelledby="first-${verdict}">
<h2 id="first-${verdict}">${title}</h2>
<ul class="first">
${items.join('\n')}
</ul>
</section>`;
    })
    .join('\n');
}

const base64 = (text: string) =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));

async function renderCheck(report: ConformanceReport): Promise<string> {
  const hash = await reportHash(report);
  return `<section class="check" aria-labelledby="check">
<h2 id="check">How to check this report</h2>
<p>The <a download="conformance.json" href="data:application/json;base64,${base64(canonicalJson(report))}">results as JSON</a> are in this page. Their SHA-256 is:</p>
<p class="hash"><code>${hash}</code></p>
<p>It is taken over the canonical JSON (RFC 8785), so that the file that <code>--json</code> printed in the same run has it too, however it is written:</p>
<pre tabindex="0"><code>jq -cSj . conformance.json | sha256sum</code></pre>
<p>Whoever has a client of this operator can repeat the run: <code>npx private-podcast-subscribe conformance --help</code>.</p>
</section>`;
}

function sectionsOf(cases: readonly CaseResult[]): Map<string, CaseResult[]> {
  const sections = new Map<string, CaseResult[]>();
  for (const result of cases) {
    const known = sections.get(result.section);
    if (known) known.push(result);
    else sections.set(result.section, [result]);
  }
  return sections;
}

const silent = `<p class="quiet">Sections ${silentSections.slice(0, -1).join(', ')} and ${silentSections.at(-1) ?? ''} of the interface state nothing that could be checked.</p>`;

/** The whole document. */
export async function renderReport(report: ConformanceReport): Promise<string> {
  const sections = sectionsOf(report.cases);
  const rendered = [...sections].map(([section, cases]) => renderSection(section, cases));
  const parts = [
    renderSummary(report),
    renderFirst(report.cases),
    ...(sections.size > 1 ? [renderContents(sections)] : []),
    ...rendered,
    ...(report.profile === 'interface' ? [silent] : []),
    await renderCheck(report),
  ];
  return renderPage({
    language: 'en',
    title: `${headline(countsOf(report.cases)).text} · Conformance report`,
    main: parts.filter(Boolean).join('\n'),
    isPublic: true,
    sheet,
    policy: `default-src 'none'; style-src ${await styleSource(undefined, sheet)}; img-src data:; base-uri 'none'; form-action 'none'`,
  });
}
