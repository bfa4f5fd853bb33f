/** The plugin's zip, without a WordPress: its content, and whether PHP 8.0 reads it. */
import { readFileSync, utimesSync } from 'node:fs';
import { getPHPLoaderModule } from '@php-wasm/node-8-0';
import { loadPHPRuntime, PHP } from '@php-wasm/universal';
import { strFromU8, unzipSync } from 'fflate';
import { po } from 'gettext-parser';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildPlugin } from '../../integrations/wordpress/build.mjs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const folder = 'private-podcast-subscribe';
let files: Record<string, string>;

beforeAll(async () => {
  const zip = unzipSync(readFileSync(await buildPlugin()));
  files = Object.fromEntries(Object.entries(zip).map(([path, bytes]) => [path, strFromU8(bytes)]));
});

const namesOf = (ending: string) => Object.keys(files).filter((name) => name.endsWith(ending));

describe('buildPlugin', () => {
  it('packs one folder, with the same version everywhere', () => {
    for (const name of Object.keys(files)) expect(name).toMatch(new RegExp(`^${folder}/`));
    expect(files[`${folder}/${folder}.php`]).toContain(`* Version: ${version}\n`);
    expect(files[`${folder}/${folder}.php`]).toContain(`const VERSION = '${version}';`);
    expect(files[`${folder}/readme.txt`]).toContain(`Stable tag: ${version}\n`);
    const element = `embed/${version}/${folder}.js`;
    expect(files).toHaveProperty([`${folder}/${element}`]);
    expect(files[`${folder}/assets/member.js`]).toContain(`import('../${element}')`);
  });

  it('makes the same zip at any time, in any zone', async () => {
    const before = readFileSync(await buildPlugin());
    const now = new Date();
    utimesSync('integrations/wordpress/plugin/readme.txt', now, now);
    vi.stubEnv('TZ', 'Pacific/Kiritimati');
    expect(now.getTimezoneOffset()).toBe(-14 * 60);
    expect(readFileSync(await buildPlugin()).equals(before)).toBe(true);
    vi.unstubAllEnvs();
  });

  it('packs what the plugin uses, and nothing else', () => {
    const language = '[a-z]{2}(?:_[A-Z]{2}(?:_[a-z]+)?)?';
    const expected = [
      /^(?:LICENSE|readme\.txt|(?:private-podcast-subscribe|uninstall|messages|apps)\.php)$/,
      /^src\/(?:\w+\/)?[A-Z]\w+\.php$/,
      /^assets\/(?:member\.(?:js|css)|settings\.css)$/,
      /^block\/(?:block\.json|editor\.(?:js|css|asset\.php)|render\.php)$/,
      new RegExp(
        `^languages/${folder}(?:\\.pot|-${language}(?:\\.[mp]o|-${folder}-editor-script\\.json))$`,
      ),
      new RegExp(`^embed/${version.replaceAll('.', '\\.')}/(?:${folder}\\.js|LICENCES\\.txt)$`),
    ];
    const chunks = `embed/${version}/chunks/`;
    const paths = Object.keys(files).map((path) => path.slice(folder.length + 1));
    const scripts = namesOf('.js')
      .map((name) => files[name])
      .join('\n');
    // A chunk is used if another script names it.
    const unexpected = paths.filter((path) =>
      path.startsWith(chunks)
        ? !scripts.includes(path.slice(chunks.length))
        : !expected.some((pattern) => pattern.test(path)),
    );
    expect(unexpected).toEqual([]);
    for (const pattern of expected) expect(paths.some((path) => pattern.test(path))).toBe(true);
  });

  it('packs the message pages of the hand-off in every language', () => {
    const pages = files[`${folder}/messages.php`]!;
    for (const text of ['get a new one', 'Versuch es in einer Minute', 'Öppna länken på mobilen']) {
      expect(pages).toContain(text);
    }
  });

  it('packs no call past WordPress’s HTTP functions, and follows no redirect', () => {
    const scripts = namesOf('.php').map((name) => files[name]!);
    const calls = scripts.join('\n').match(/wp_(safe_)?remote_(request|get|post|head)\(/g);
    expect(calls).toEqual(['wp_remote_request(']);
    expect(files[`${folder}/src/Service/Http.php`]).toContain("'redirection' => 0");
  });
});

describe('buildPlugin: PHP 8.0', () => {
  let php: PHP;
  beforeAll(async () => {
    php = new PHP(await loadPHPRuntime(await getPHPLoaderModule()));
  });
  afterAll(() => php.exit());

  /** PHP's complaint about a file's syntax; empty if it can read it. */
  async function complaintAbout(code: string): Promise<string> {
    php.writeFile('/tmp/file.php', code);
    const { stdoutText } = await php.runStream({
      code: `<?php try { token_get_all(file_get_contents('/tmp/file.php'), TOKEN_PARSE); } catch (ParseError $e) { echo $e->getMessage(), ' in line ', $e->getLine(); }`,
    });
    return stdoutText;
  }

  it('ends quietly where a file is opened by itself', async () => {
    const outputOf = async (code: string) => {
      php.writeFile('/tmp/file.php', code);
      const { stdoutText } = await php.runStream({
        code: `<?php register_shutdown_function(fn() => print(error_get_last()['message'] ?? '')); require '/tmp/file.php';`,
      });
      return stdoutText;
    };
    expect(await outputOf('<?php add_action(1);')).toContain('undefined function add_action');
    for (const name of namesOf('.php'))
      expect(`${name}: ${await outputOf(files[name]!)}`).toBe(`${name}: `);
  });

  it('parses every file', async () => {
    expect(await complaintAbout('<?php enum Later { case Than; }')).toContain('syntax error');
    for (const name of namesOf('.php')) {
      expect(`${name}: ${await complaintAbout(files[name]!)}`).toBe(`${name}: `);
    }
  });
});

describe('buildPlugin: translations', () => {
  const catalogueOf = (name: string) =>
    Object.values(po.parse(files[`${folder}/languages/${folder}${name}`]!).translations)
      .flatMap((texts) => Object.values(texts))
      .filter(({ msgid }) => msgid);
  type Text = ReturnType<typeof catalogueOf>[number];
  const keyOf = ({ msgctxt = '', msgid, msgid_plural = '' }: Text) =>
    [msgctxt, msgid, msgid_plural].join(' | ');

  it('have a template with every text', () => {
    const texts = catalogueOf('.pot').map(keyOf);
    expect(texts.length).toBeGreaterThan(100);
    expect(texts).toContain(' | Log in to get your podcast | ');
    expect(texts).toContain(' | The parser found %d episode. | The parser found %d episodes.');
    expect(texts).toContain('block title | Private Podcast | ');
    expect(texts).toContain('block keyword | feed | ');
    expect(files[`${folder}/${folder}.php`]).toContain(catalogueOf('.pot')[0]!.msgid);
    // Only a literal text can be found.
    const calls = namesOf('.php').flatMap(
      (name) => files[name]!.match(/\b_(?:_|n)\(\s*[^'\s]/g) ?? [],
    );
    expect(calls).toEqual([]);
  });

  /** The parts that a translation must not change: placeholders, constants, files, a shortcode. */
  const fixedParts = (text: string) =>
    text.match(/%(?:\d\$)?[sd]|[A-Z]+(?:_[A-Z]+)+|[\w-]*\.(?:php|htaccess)\b|\[\w+\]/g)?.sort();

  it('in de_DE_formal say “Sie”, and share with de_DE what addresses nobody', () => {
    const own = catalogueOf('-de_DE_formal.po');
    const template = new Set(catalogueOf('.pot').map(keyOf));
    for (const text of own) {
      expect(template).toContain(keyOf(text));
      expect(text.msgstr[0]).toMatch(/\bSie\b|\bIhre?[nrms]?\b/);
      expect([text.msgstr[0], fixedParts(text.msgstr[0]!)]).toEqual([
        text.msgstr[0],
        fixedParts(text.msgid),
      ]);
    }
    const ofScript = (language: string) =>
      (
        JSON.parse(
          files[
            `${folder}/languages/${folder}-${language}-private-podcast-subscribe-editor-script.json`
          ]!,
        ) as { locale_data: { messages: Record<string, string[]> } }
      ).locale_data.messages;
    expect(ofScript('de_DE_formal')['Your podcast']).toEqual(['Ihr Podcast']);
    expect(ofScript('de_DE_formal')['For visitors']).toEqual(ofScript('de_DE')['For visitors']);
    // Those that say "du" have another text each.
    for (const text of catalogueOf('-de_DE.po')) {
      if (/\b[Dd](?:u|ich|ir|eine?[nrms]?)\b/.test(text.msgstr.join(' ')))
        expect(own.map(keyOf)).toContain(keyOf(text));
    }
  });

  it.each(['de_DE', 'fr_FR', 'es_ES', 'pt_BR'])(
    'in %s have every text, and its placeholders',
    (language) => {
      const translated = catalogueOf(`-${language}.po`);
      expect(translated.map(keyOf).sort()).toEqual(catalogueOf('.pot').map(keyOf).sort());
      for (const { msgid, msgid_plural, msgstr } of translated) {
        expect(msgstr).toHaveLength(msgid_plural ? 2 : 1);
        for (const text of msgstr) {
          expect(text).toMatch(/^\S(?:.*\S)?$/);
          expect([text, fixedParts(text)]).toEqual([text, fixedParts(msgid)]);
        }
      }
      expect(files).toHaveProperty([`${folder}/languages/${folder}-${language}.mo`]);
    },
  );
});
