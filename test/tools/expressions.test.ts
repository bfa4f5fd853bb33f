/**
 * Every regular expression of ours, judged by recheck. Each takes time in proportion to the text, but for
 * those whose text is short or our own: they are listed, with the reason.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { check } from 'recheck';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** recheck begins a process for each. */
const AT_ONCE = 2;

/**
 * recheck counts steps. Its limits of time, in milliseconds, are so wide that a busy machine finds what
 * another one finds.
 */
const timeout = 60_000;
const limits = {
  timeout,
  attackTimeout: timeout,
  incubationTimeout: timeout,
  seedingTimeout: timeout,
};

/** Why expressions that take the square or the cube of a text's length may: the text is short, or ours. */
const reasons: Record<string, [file: string, ...sources: string[]][]> = {
  'The text is this project’s own.': [
    ['demo/guide.js', String.raw`<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>`],
    [
      'integrations/wordpress/texts.mjs',
      String.raw`\b(?:esc_html|esc_attr)?_(?:_|e|n)\(\s*'((?:[^'\\]|\\.)*)'(?:,\s*'((?:[^'\\]|\\.)*)',(?!\s*\)))?`,
    ],
    ['src/apps/app-link.ts', '=+$'],
    ['src/service/catalogue/client-secret.ts', '=+$'],
  ],
  'The publisher writes the text, in a page or a setting of theirs.': [
    ['src/apps/app-overrides.ts', String.raw`\{[^}]*\}`],
    [
      'src/api/checks/input.ts',
      String.raw`\/(?:oauth\/token|vault(?:\/entitlements(?:\/.*)?)?|profile(?:\/email(?:\/.*)?)?|rss)$`,
    ],
    ['src/service/notices/sounds.ts', '^(.+)-(.+)$'],
  ],
  'The browser writes the text: a computed colour, or the address of its page.': [
    ['src/components/page/page-ground.ts', String.raw`^rgba\((.+), (.+)\)$`],
    ['src/urls/secret-in-address.ts', '[a-z].*[A-Z]|[A-Z].*[a-z]', String.raw`(\d+[a-z]+){3}`],
  ],
  'The text is cut before, to 300 characters or fewer.': [
    ['src/components/episodes/list/episode-view.ts', String.raw`\s+\S*$`],
    ['src/service/feeds/merge/merge-feeds.ts', String.raw`\s*$`],
    [
      'src/podcast/writings/url-writings.ts',
      '.*$',
      String.raw`[a-z\d._-]*(?::\d+)?$`,
      String.raw`[^\u2e80-\uffef]*$`,
      String.raw`(?:[a-z][a-z\d+.-]{0,30}:[\t\n\r]{0,9})?[/\\][/\\\t\n\r]{0,9}(?:[^\s/\\@"'<>]{0,99}@)?$`,
      String.raw`https?:[/\\]{0,2}|[/\\]{2}|(?:[a-z\d-]+\.)+[a-z]{2,}\/`,
    ],
  ],
  'The text is cut before, or refused if it is longer: 500 or 1,024 characters.': [
    [
      'src/podcast/dialects/tag-readers.ts',
      String.raw`(?:mailto:)?[^\s<>()[\],;:"]+@[^\s<>()[\],;:"]+`,
      String.raw`^[\s,;]+|[\s,;]+$`,
      String.raw`[^()]+(?=\))`,
    ],
    ['src/podcast/xml/decode.ts', String.raw`<\?xml\b[^>]*?\bencoding\s*=\s*["']\s*([\w.:-]+)`],
    ['src/service/ledger/email-address.ts', String.raw`^[ \t\r\n]+|[ \t\r\n]+$`],
  ],
  'Each repetition in it that can begin at many places is bounded.': [
    [
      'src/components/episodes/notes/find-addresses.ts',
      String.raw`\b(?:https?:\/\/|www\.)[^\s<>"“”«»\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u3000-\u303f\uff00-\uff60]{1,2000}|[\w.+-]{1,64}@(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,63}`,
    ],
    [
      'src/conformance/operator/cases/refusals.ts',
      String.raw`\n[ \t]{1,20}at [^\n]{1,200}:\d+|Traceback \(most recent|node_modules\/|\.(?:js|ts|py|rb|php|go|java|kt|scala|cs|vb|fs):(?:line )?\d+|\.php(?: on line |\()\d+|Exception in thread|SQLSTATE|\bSELECT [^;]{1,200} FROM |[A-Z]:\\\\[\w/\\.-]+`,
    ],
    ['src/conformance/feed/cases/document.ts', String.raw`[\w.+-]{1,64}@[\w-]{1,63}\.[\w-]{2,63}`],
  ],
};

const keyOf = (file: string, source: string) => `${file} /${source}/`;
const excepted = Object.values(reasons)
  .flat()
  .flatMap(([file, ...sources]) => sources.map((source) => keyOf(file, source)));

interface Expression {
  /** The file, and the line in it. */
  place: string;
  file: string;
  source: string;
  flags: string;
}

/** Literals, and `new RegExp` of constant text. What a program puts together is left out. */
function expressionsOf(file: string): Expression[] {
  const found: Expression[] = [];
  const text = readFileSync(file, 'utf8');
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const add = (node: ts.Node, source: string, flags: string) => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
    found.push({ place: `${file}:${line + 1}`, file, source, flags });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      add(node, node.text.slice(1, end), node.text.slice(end + 1));
    } else if (ts.isNewExpression(node) && node.expression.getText(tree) === 'RegExp') {
      const [source, flags] = node.arguments ?? [];
      if (source && ts.isStringLiteralLike(source)) {
        add(node, source.text, flags && ts.isStringLiteralLike(flags) ? flags.text : '');
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Those that take more than time in proportion to the text, or of which that is not known. */
async function slowOnesOf(expressions: Expression[]): Promise<(Expression & { why: string })[]> {
  const rest = [...expressions];
  const slow: (Expression & { why: string })[] = [];
  const judgeRest = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) {
      // To recheck, sets of characters (`v`) are those of `u`.
      const judged = await check(next.source, next.flags.replace('v', 'u'), limits);
      if (judged.status === 'vulnerable') {
        slow.push({ ...next, why: `${judged.complexity.summary}: ${judged.attack.pattern}` });
      } else if (judged.status === 'unknown') slow.push({ ...next, why: judged.error.kind });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, judgeRest));
  return slow;
}

describe('expressionsOf', () => {
  it('finds none in our sources that is slow for a text of any length', async () => {
    const folders = ['demo', 'integrations', 'packages', 'src'];
    const files = execFileSync('git', ['ls-files', ...folders], { encoding: 'utf8' }).split('\n');
    const expressions = files
      .filter((file) => /\.(?:ts|js|mjs)$/.test(file))
      .flatMap(expressionsOf);
    expect(expressions.length).toBeGreaterThan(300);
    // Of the exceptions recheck would say nothing new, in four fifths of the time.
    const judged = new Map(
      expressions
        .filter(({ file, source }) => !excepted.includes(keyOf(file, source)))
        .map((each) => [`/${each.source}/${each.flags}`, each]),
    );
    expect(await slowOnesOf([...judged.values()])).toEqual([]);
    // An exception whose expression is gone is taken out.
    const keys = expressions.map(({ file, source }) => keyOf(file, source));
    expect(excepted.filter((key) => !keys.includes(key))).toEqual([]);
  }, 600_000);
});
