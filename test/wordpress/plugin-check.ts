/**
 * What WordPress's Plugin Check asks of a plugin's files, as far as they alone can tell: the tool
 * itself comes neither from npm nor from Debian.
 */

/** The plugin's files by their paths in its folder. */
type Files = Record<string, string>;

const slug = 'private-podcast-subscribe';
const prefix = /^_?private[-_]podcast/;
const annotation =
  /\/\/ phpcs:disable WordPress\.Security\.EscapeOutput\.ExceptionNotEscaped -- \S+ \S+/;

const field = (text: string, name: string) =>
  new RegExp(`^(?: \\* )?${name}: *(.+)$`, 'm').exec(text)?.[1];

const without = (text: string, ...parts: RegExp[]) =>
  parts.reduce((rest, part) => rest.replace(part, ''), text);

function* aboutHeaders(files: Files, oldest: string, newest: string): Iterable<string> {
  const plugin = files[`${slug}.php`] ?? '';
  const readme = files['readme.txt'] ?? '';
  for (const name of ['Plugin Name', 'Description', 'Author', 'License', 'Update URI'])
    if (!field(plugin, name)) yield `the plugin's header has no ${name}`;
  if (!readme.startsWith(`=== ${field(plugin, 'Plugin Name')} ===\n`)) yield 'readme.txt: name';
  if (field(plugin, 'Text Domain') !== slug) yield 'Text Domain is not the folder';
  if (field(readme, 'Stable tag') !== field(plugin, 'Version')) yield 'Stable tag';
  for (const name of ['License', 'Requires at least', 'Requires PHP'])
    if (field(readme, name) !== field(plugin, name)) yield `readme.txt: ${name}`;
  if (field(readme, 'Requires at least') !== oldest) yield `Requires at least is not ${oldest}`;
  if (field(readme, 'Tested up to') !== newest) yield `Tested up to is not ${newest}`;
  if ((field(readme, 'Tags') ?? '').split(',').length > 5) yield 'readme.txt: more than five tags';
  const summary = readme.split('\n\n')[1] ?? '';
  if (summary.length > 150) yield 'readme.txt: its first sentence is too long';
}

/** The calls of functions, with their arguments: brackets and texts are read as PHP reads them. */
function callsOf(code: string, names: string): string[] {
  const starts = [...code.matchAll(new RegExp(`(?<![\\w>:$])(?:${names})\\(`, 'g'))];
  return starts.map(({ index, 0: start }) => {
    const rest = code.slice(index + start.length);
    let depth = 1;
    for (const { 0: token, index: at } of rest.matchAll(
      /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[()]/g,
    )) {
      if (token === '(') depth += 1;
      if (token === ')') depth -= 1;
      if (depth === 0) return code.slice(index, index + start.length + at);
    }
    return rest;
  });
}

const translated = '(?:esc_(?:html|attr))?__|_[exn]|_nx|esc_(?:html|attr)_[ex]';
/** What makes something that all plugins share by name. */
const naming =
  'define|(?:add|update|delete)_(?:site_)?option|register_setting|apply_filters|do_action|add_shortcode|set_transient|wp_(?:register|enqueue)_(?:script|style)|wp_schedule_event|wp_add_inline_script';
/** Names of WordPress's own, that a plugin calls. */
const own = /^wp-(?:block|components|i18n)|^delete_expired_transients$/;

function* aboutScript(path: string, code: string): Iterable<string> {
  if (/\bthrow new\b/.test(code) && !annotation.test(code)) yield 'exceptions without a reason';
  for (const call of callsOf(code, translated))
    if (!new RegExp(`, ?'${slug}',?\\s*$`).test(call)) yield `text domain: ${call}`;
  const raw = without(
    code,
    /isset\(\$_\w+(?:\[[^\]]+\])?\)/g,
    /is_string\(\$_\w+\[[^\]]+\] \?\? null\)/g,
    /wp_unslash\(\$_\w+(?:\[[^\]]+\])?(?: \?\? '\w*')?\)/g,
  );
  for (const [input] of raw.matchAll(/\$_(?:GET|POST|REQUEST|COOKIE|SERVER|FILES)\b.*/g))
    yield `input as it came: ${input}`;
  for (const call of callsOf(code, naming)) {
    const name = /^\w+\(\s*'([^']+)'/.exec(call)?.[1];
    if (name && !prefix.test(name) && !own.test(name)) yield `name without a prefix: ${name}`;
  }
  if (path.startsWith('src/')) {
    if (!/^namespace PrivatePodcastSubscribe[\\;]/m.test(code)) yield 'no namespace';
  } else {
    for (const [, name] of code.matchAll(/^\$(\w+) =/gm))
      if (name && !prefix.test(name)) yield `global without a prefix: $${name}`;
  }
}

/**
 * What Plugin Check would say.
 * @param oldest the oldest WordPress that the plugin is tried on.
 * @param newest the newest.
 */
export function complaintsAbout(files: Files, oldest: string, newest: string): string[] {
  const scripts = Object.entries(files).filter(([path]) => path.endsWith('.php'));
  return [
    ...aboutHeaders(files, oldest, newest),
    ...scripts.flatMap(([path, code]) =>
      [...aboutScript(path, code)].map((said) => `${path}: ${said}`),
    ),
    ...Object.keys(files)
      .filter((path) => /(?:^|\/)(?:\.|tests?\/)|\.(?:map|sh|zip|phar)$/.test(path))
      .map((path) => `${path}: no file for a plugin`),
  ];
}
