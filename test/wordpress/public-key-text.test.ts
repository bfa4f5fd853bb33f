/** The plugin's rule for the token secret on the cases of the kit, in PHP itself. */
import { execFileSync } from 'node:child_process';
import { exportJWK, exportSPKI, generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import { publicKeyForms, randomForms } from '../publisher/tokens/key-cases.js';
import { ensureProgram } from '../support/programs/debian.js';

const isThere = ensureProgram('php', 'php-cli');
const reason = isThere ? '' : ' (skipped: php is not installed)';

// The rule needs neither WordPress nor an extension of PHP.
const script = `
foreach (['PublicKeyText', 'PrivatePodcastError', 'Settings'] as $class) {
    require "integrations/wordpress/plugin/src/$class.php";
}
function __(string $text): string { return $text; }
$secrets = array_map('base64_decode', json_decode(stream_get_contents(STDIN), true));
define('PRIVATE_PODCAST_SUBSCRIBE_TOKEN_SECRET', $secrets);
try {
    echo json_encode(count(PrivatePodcastSubscribe\\Settings::tokenSecrets()));
} catch (PrivatePodcastSubscribe\\PrivatePodcastError $error) {
    echo json_encode($error->getMessage());
}`;

/** How many secrets the plugin has read from the constant, or why it refuses them. */
const read = (...secrets: (string | Buffer)[]) =>
  JSON.parse(
    execFileSync('php', ['-r', script], {
      input: JSON.stringify(secrets.map((each) => Buffer.from(each as string).toString('base64'))),
      encoding: 'utf8',
    }),
  ) as number | string;

const isLikeKey = expect.stringContaining('is written like a public key') as string;

describe.runIf(isThere)(`Settings::tokenSecrets${reason}`, () => {
  it.each(['ES256', 'ES384', 'EdDSA', 'RS256'])(
    'refuses a public key for %s in any form, also as the second of several secrets',
    async (alg) => {
      const { publicKey } = await generateKeyPair(alg, { extractable: true });
      const jwk = await exportJWK(publicKey);
      const forms = publicKeyForms(await exportSPKI(publicKey), jwk);
      const [random = ''] = randomForms(1);
      const answers = forms.map((form) => [form, read(random, form)]);
      expect(answers).toEqual(forms.map((form) => [form, isLikeKey]));
      if (jwk.x && alg !== 'ES384') {
        expect([read(jwk.x), read(`\ufeff ${jwk.x}\n`)]).toEqual([isLikeKey, isLikeKey]);
      }
    },
  );

  it('accepts random bytes in the forms that are common', () => {
    const forms = randomForms(500);
    expect(read(...forms)).toBe(forms.length);
  });
});
