/** The examples of docs/template-languages.md print a tag with a token that the handler accepts. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { verificationKeys } from '../../../src/publisher/tokens/signing-key.js';
import { verifySubscribeToken } from '../../../src/publisher/tokens/subscribe-token.js';
import { secret } from '../../support/publisher/member.js';
import { ensureProgram } from '../../support/programs/debian.js';

const guide = readFileSync(new URL('../../../docs/template-languages.md', import.meta.url), 'utf8');

function exampleIn(language: string): string {
  const code = new RegExp(`\`\`\`${language}\\n([^]+?)\`\`\``).exec(guide)?.[1];
  if (!code) throw new Error(`docs/template-languages.md has no example in ${language}.`);
  return code;
}

/** Every tag in a piece of HTML, with its attributes as a browser reads them. */
function tagsIn(html: string): [name: string, attributes: Record<string, string>][] {
  const tags: [string, Record<string, string>][] = [];
  const parser = new Parser({ onopentag: (name, attributes) => tags.push([name, attributes]) });
  parser.end(html);
  return tags;
}

const hostile = `"><script>alert('x')</script> &quot; & <b> ü`;

describe.each([
  ['php', 'php', 'php-cli', [], `getenv('TITLE')`],
  ['python', 'python3', 'python3', ['-'], `os.environ["TITLE"]`],
  ['ruby', 'ruby', 'ruby', ['-'], `ENV.fetch('TITLE')`],
])(
  'verifySubscribeToken: the example in %s',
  (language, command, packageName, flags, environmentTitle) => {
    const isThere = ensureProgram(command, packageName);
    const reason = isThere ? '' : ` (skipped: ${command} is not installed)`;

    it.runIf(isThere)(
      `accepts the token in the printed tag, whose attributes are escaped${reason}`,
      async () => {
        const code = exampleIn(language).replace(/(['"])The Member Show\1/, environmentTitle);
        const printed = execFileSync(command, flags, {
          input: code,
          env: { ...process.env, LANG: 'C.UTF-8', SUBSCRIBE_SECRET: secret, TITLE: hostile },
          encoding: 'utf8',
        });
        expect(printed).not.toContain(secret);
        const [[, { token = '', ...attributes }] = ['', {}], ...others] = tagsIn(printed);
        expect(others).toEqual([]);
        expect(attributes).toEqual({ endpoint: '/subscribe', 'podcast-title': hostile });
        expect((await verifySubscribeToken(token, verificationKeys(secret))).verified).toEqual({
          member: { email: 'member@example.com' },
          sku: 'sid:your-product',
          origin: undefined,
        });
      },
    );

    it.runIf(isThere).each(['', 'too-short', undefined])(
      `makes no token with the secret %j${reason}`,
      (short) => {
        const { status, stdout } = spawnSync(command, flags, {
          input: exampleIn(language),
          env: { ...process.env, LANG: 'C.UTF-8', SUBSCRIBE_SECRET: short },
          encoding: 'utf8',
        });
        expect(status).not.toBe(0);
        expect(stdout).not.toContain('token=');
      },
    );
  },
);
