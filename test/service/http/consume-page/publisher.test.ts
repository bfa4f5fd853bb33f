/** What the catalogue says of the publisher, on every page that members reach outside its site. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { catalogueOf, member, withAnotherKey } from '../../../support/feed-service/backend.js';
import { page as site, secret } from '../../../support/publisher/member.js';
import { useBackend, useShowFolder } from '../../../support/feed-service/for-file.js';

const show = await useShowFolder();

const publisher = {
  name: 'The Review & Co',
  url: 'https://review.example/member',
  accent: '#0f5560',
  accentDark: '#8fd3d9',
};

const catalogue: ReturnType<typeof catalogueOf> = { ...catalogueOf(show.feed), publisher };
const backend = useBackend({
  catalogue,
  publicUrl: 'https://feeds.example.com',
  subscribe: { secret, allowedOrigins: [site] },
});
const own = await backend.feedUrl(member);

const consume = (rss: string) => backend.send(`/consume/en?rss=${encodeURIComponent(rss)}`);

/** The consume page of the member's feed. */
async function consumePage(): Promise<Response> {
  const location = (await consume(own)).headers.get('Location')!;
  return backend.send(`/consume/${location}`);
}

const code = 'A'.repeat(22);
const pages: [string, () => Promise<Response>][] = [
  ['the consume page', consumePage],
  ['the page of an incomplete link', () => consume('')],
  ['the page of a dead link', () => consume(withAnotherKey(own))],
  ['the page of a consume page that cannot be opened', () => backend.send(`/consume/en/${code}`)],
  ['the page of a used code', () => backend.send(`/subscribe?h=${code}`)],
];

describe('createService: the catalogue’s publisher', () => {
  it.each(pages)('gives %s its name, its colour and a way back', async (_, get) => {
    const response = await get();
    const html = await response.text();
    expect(html).toMatch(/<header class="publisher">.*<bdi>The Review &amp; Co<\/bdi>.*<\/header>/);
    expect(html.match(/<a [^>]*href="https:\/\/review\.example\/member"/g)).toHaveLength(1);
    const sheet = /<style>(:root\{--accent:light-dark\(#0f5560,#8fd3d9\)[^]*?)<\/style>/.exec(
      html,
    )?.[1];
    const hash = createHash('sha256')
      .update(sheet ?? '')
      .digest('base64');
    expect(response.headers.get('Content-Security-Policy')).toContain(`'sha256-${hash}'`);
  });

  it.each(pages)('changes %s with a reload of the catalogue', async (_, get) => {
    catalogue.publisher = { name: 'The Gazette', contact: 'help@gazette.example' };
    await backend.service.reload();
    const html = await (await get()).text();
    expect(html).toContain('<bdi>The Gazette</bdi>');
    expect(html).not.toMatch(/The Review|review\.example|--accent:light-dark/);
    delete catalogue.publisher;
    await backend.service.reload();
    expect(await (await get()).text()).not.toMatch(/Gazette|gazette|<header/);
    catalogue.publisher = publisher;
    await backend.service.reload();
  });

  it('gives the consume page one heading of the first level, outside the element', async () => {
    const html = await (await consumePage()).text();
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toMatch(
      /<main>\n<h1 class="heard" data-again="Almost there">.+<\/h1>\n<private-podcast-subscribe/,
    );
  });
});
