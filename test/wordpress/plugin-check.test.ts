/** The plugin under the rules of WordPress's Plugin Check, and each rule under a file that breaks it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { complaintsAbout, type Files } from './plugin-check.js';
import { versions } from './versions.js';
import { filesOfZip } from './zip.js';

const numbers = Object.values(versions).map(({ wordPress }) => wordPress);
const byNumber = new Intl.Collator('en', { numeric: true }).compare;
const [oldest, newest] = [numbers.sort(byNumber)[0]!, numbers.sort(byNumber).at(-1)!];
const main = 'private-podcast-subscribe.php';
const log = 'src/Log.php';
let files: Files;

beforeAll(async () => {
  files = await filesOfZip();
});

describe('complaintsAbout', () => {
  it('has nothing to say of the plugin, which is tried on the newest WordPress that it names', () => {
    expect(complaintsAbout(files, oldest, newest)).toEqual([]);
  });

  const more = (code: string) => (text: string) => `${text}\n${code}`;
  const other = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to);
  it.each([
    ['readme.txt', other(/Tested up to: .*/, 'Tested up to: 6.1'), `Tested up to is not ${newest}`],
    ['readme.txt', other(/Requires PHP: .*/, 'Requires PHP: 7.4'), 'readme.txt: Requires PHP'],
    ['readme.txt', other(/Stable tag: .*/, 'Stable tag: trunk'), 'Stable tag'],
    [main, other(/ \* Author: .*\n/, ''), 'no Author'],
    [main, other(/ \* Text Domain: .*/, ' * Text Domain: podcast'), 'Text Domain'],
    [main, other(/ \* Update URI: .*\n/, ''), 'no Update URI'],
    ['src/Settings.php', other(/\/\/ phpcs:disable.*/, ''), 'exceptions without a reason'],
    ['src/Settings.php', other(/ -- .*/, ''), 'exceptions without a reason'],
    [log, more(`__('Some (text', 'podcast');`), 'text domain'],
    [log, more(`esc_html__('A text');`), 'text domain'],
    [log, more(`$x = $_POST['x'];`), 'input as it came'],
    [log, more(`$x = sanitize_text_field($_SERVER['REQUEST_URI']);`), 'input as it came'],
    [log, more(`update_option('pps_state', 1);`), 'name without a prefix: pps_state'],
    [log, more(`do_action( 'podcast_granted', $x);`), 'name without a prefix: podcast_granted'],
    [log, other(/^namespace .*/m, ''), 'no namespace'],
    ['uninstall.php', more(`$x = 1;`), 'global without a prefix: $x'],
    ['assets/member.js.map', () => '{}', 'no file for a plugin'],
  ] as const)('finds in a changed %s what is wrong (%#)', (path, change, complaint) => {
    const broken = { ...files, [path]: change(files[path] ?? '') };
    expect(broken[path]).not.toBe(files[path]);
    const found = complaintsAbout(broken, oldest, newest);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(complaint);
  });
});
