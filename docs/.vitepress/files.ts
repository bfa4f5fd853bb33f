/** The guide's files that are no pages: the element, the examples' podcast, and what documents link to. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { linkedFiles, root } from './pages.js';

/**
 * The podcast of the examples is the demo's. Its URLs have to be absolute, and nobody knows yet where
 * the guide will be: the page replaces this one.
 */
const site = 'https://www.your-site.example';

async function writeExample(folder: string): Promise<void> {
  await cp(join(root, 'demo/show/media'), join(folder, 'media'), { recursive: true });
  const xml = await readFile(join(root, 'demo/show/feed.xml'), 'utf8');
  const feed = xml.replaceAll('{{site}}', site);
  const url = new URL('../../dist/podcast.js', import.meta.url).href;
  const { parsePodcast } = (await import(url)) as typeof import('../../src/podcast.js');
  await writeFile(join(folder, 'feed.xml'), feed);
  await writeFile(join(folder, 'podcast.json'), JSON.stringify(parsePodcast(feed)));
}

/** @param folder the guide's own */
export async function writeFiles(folder: string): Promise<void> {
  await cp(join(root, 'dist/embed'), join(folder, 'embed'), { recursive: true });
  await cp(join(root, 'demo/public/icon.svg'), join(folder, 'icon.svg'));
  await writeExample(join(folder, 'example'));
  for (const file of linkedFiles) {
    const copy = join(folder, 'source', `${file}.txt`);
    await mkdir(dirname(copy), { recursive: true });
    await cp(join(root, file), copy);
  }
}
