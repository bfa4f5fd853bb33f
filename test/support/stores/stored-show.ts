/** A show whose files lie in a bucket, its catalogue, and what its members and their apps ask for. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parsePodcast } from '../../../src/podcast.js';
import type { Catalogue } from '../../../src/service/catalogue/catalogue.js';
import { catalogueOf } from '../feed-service/backend.js';
import { operator } from '../feed-service/operator-client.js';
import { fillBucket, type StandIn, type StoredFile } from './bucket.js';

const MP3 = new URL('../../../demo/show/media/s1e1.mp3', import.meta.url);
/** Where the feed says that the files are; nobody is there. */
export const site = 'https://media.example.org/show';
export const elsewhere = 'https://other.example.org/trailer.mp3';
/** Seconds that a URL of a file works for. */
export const EXPIRES_IN = 60;

const bytesOf = (text: string) => new TextEncoder().encode(text);
const PIXEL = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);

/** A name with what a path may not hold as it is, and with what signers encode in different ways. */
export const ODD = "2 für (dich) + mich's! 50%.mp3";

async function filesOf(
  minutes: number,
): Promise<
  Record<
    'recording' | 'odd' | 'transcript' | 'chapters' | 'cover' | 'picture' | 'paper',
    StoredFile
  >
> {
  const ten = await readFile(MP3);
  const bytes = Uint8Array.from(Buffer.concat(Array.from({ length: minutes * 6 }, () => ten)));
  const text = (key: string, type: string, body: string) => ({ key, type, bytes: bytesOf(body) });
  return {
    recording: { key: 'episodes/1.mp3', type: 'audio/mpeg', bytes },
    odd: { key: `episodes/${ODD}`, type: 'audio/mpeg', bytes: Uint8Array.from(ten) },
    transcript: text(
      'episodes/1.vtt',
      'text/vtt',
      'WEBVTT\n\n00:00.000 --> 00:05.000\nHello there.\n',
    ),
    chapters: text(
      'episodes/1.json',
      'application/json+chapters',
      '{"version":"1.2.0","chapters":[]}',
    ),
    cover: { key: 'cover.png', type: 'image/png', bytes: PIXEL },
    picture: { key: 'notes/1.png', type: 'image/png', bytes: PIXEL },
    paper: text('notes/paper.pdf', 'application/pdf', '%PDF-1.4'),
  };
}

const urlOf = (key: string): string =>
  `${site}/${key.split('/').map(encodeURIComponent).join('/')}`;

const showOf = (
  files: Awaited<ReturnType<typeof filesOf>>,
): string => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>The Member Show</title>
<link>https://show.example.org/</link><itunes:image href="${urlOf(files.cover.key)}"/><image><url>${urlOf(files.cover.key)}</url><title>T</title><link>https://show.example.org/</link></image>
<item><title>One</title><guid isPermaLink="false">one</guid><pubDate>Tue, 10 Feb 2026 06:00:00 GMT</pubDate>
<description><![CDATA[<p><img src="${urlOf(files.picture.key)}"> <a href="${urlOf(files.paper.key)}">Paper</a></p>]]></description>
<enclosure url="${urlOf(files.recording.key)}" type="audio/mpeg" length="${files.recording.bytes.length}"/>
<podcast:transcript url="${urlOf(files.transcript.key)}" type="text/vtt"/><podcast:chapters url="${urlOf(files.chapters.key)}" type="application/json+chapters"/></item>
<item><title>Two</title><guid isPermaLink="false">two</guid><pubDate>Sat, 31 Jan 2026 06:00:00 GMT</pubDate><enclosure url="${urlOf(files.odd.key).replace('50%25', '50%')}" type="audio/mpeg" length="1"/></item>
<item><title>Trailer</title><guid isPermaLink="false">three</guid><pubDate>Fri, 30 Jan 2026 06:00:00 GMT</pubDate><enclosure url="${elsewhere}" type="audio/mpeg" length="1"/></item>
</channel></rss>`;

/** @param minutes that the recording takes, of 180 kB each */
export async function storedShow(standIn: StandIn, bucket: string, minutes = 10) {
  const files = await filesOf(minutes);
  const store = await fillBucket(standIn, bucket, Object.values(files));
  const folder = await mkdtemp(join(tmpdir(), 'pps-stored-'));
  const feed = join(folder, 'show.rss');
  await writeFile(feed, showOf(files));
  const catalogue: Catalogue = {
    ...catalogueOf(feed),
    stores: { files: { ...store, url: site, expiresIn: EXPIRES_IN } },
  };
  catalogue.clients.push(operator);
  catalogue.products[0]!.recordings = { store: 'files' };
  return { files, store, catalogue, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The URLs of a member's feed that lead to the files. */
export function filesIn(xml: string) {
  const podcast = parsePodcast(xml);
  const [one, two, three] = podcast.episodes;
  const [, picture = ''] = /<img src="([^"]*)"/.exec(xml) ?? [];
  const [, paper = ''] = /<a href="([^"]*)"/.exec(xml) ?? [];
  return {
    recording: one!.url!,
    odd: two!.url!,
    transcript: one!.transcripts[0]!.url,
    chapters: one!.chaptersUrl!,
    cover: podcast.image!,
    picture,
    paper,
    elsewhere: three!.url!,
  };
}
