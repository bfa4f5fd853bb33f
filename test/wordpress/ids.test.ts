/** The plugin's e-mail rule on the cases of the kit, in PHP itself. */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { internationalAddresses, otherSpellings } from '../api/checks/address-cases.js';
import { ensureProgram } from '../support/programs/debian.js';

const isThere = ensureProgram('php', 'php-cli');
const reason = isThere ? '' : ' (skipped: php is not installed)';

const script = `
require 'integrations/wordpress/plugin/src/Ids.php';
$addresses = json_decode(stream_get_contents(STDIN), true);
$accepted = array_filter($addresses, [PrivatePodcastSubscribe\\Ids::class, 'isEmail']);
echo json_encode([extension_loaded('intl'), array_values($accepted)]);`;

/** Whether PHP has the extension intl, and the addresses that the rule accepts. */
const accepted = (addresses: readonly string[]) =>
  JSON.parse(
    execFileSync('php', ['-r', script], { input: JSON.stringify(addresses), encoding: 'utf8' }),
  ) as [hasIntl: boolean, string[]];

describe.runIf(isThere)(`Ids::isEmail${reason}`, () => {
  it('refuses every other spelling of an address', () => {
    expect(accepted(otherSpellings)[1]).toEqual([]);
  });

  it('accepts plain addresses, and international ones as far as PHP can check them', () => {
    const [hasIntl, found] = accepted(['jane.doe+club@example.com', ...internationalAddresses]);
    const isCheckable = (address: string) => hasIntl || !/\P{ASCII}/u.test(address.split('@')[1]!);
    expect(found).toEqual(
      ['jane.doe+club@example.com', ...internationalAddresses].filter(isCheckable),
    );
  });
});
