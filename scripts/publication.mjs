/**
 * `npm publish` runs this first. The package's page on npm takes the README's pictures and links from
 * the repository, and finds that in package.json alone: without it, all of them would be broken.
 */
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const missing = ['repository', 'homepage', 'bugs'].filter((field) => !manifest[field]);
if (missing.length > 0) {
  const commands = missing.map((field) => `  npm pkg set ${field}=URL`);
  console.error(
    `package.json has no ${missing.join(', ')}. Set them to publish:\n${commands.join('\n')}`,
  );
  process.exit(1);
}
