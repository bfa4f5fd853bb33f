/** Writes a large feed of our own: the size and the make of a long daily show's, the same bytes each time. */

const WORDS =
  'the show notes of this week speak with a guest about sound and stories we heard on our way to the studio where every member can listen again'.split(
    ' ',
  );

/**
 * A small seeded generator (mulberry32): numbers in [0, 1), the same for the same seed.
 * @param {number} seed
 * @returns {() => number}
 */
export function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * @param {() => number} next
 * @param {number} length
 */
function paragraph(next, length) {
  let text = '';
  while (text.length < length) text += `${WORDS[Math.floor(next() * WORDS.length)]} `;
  return `<p>${text.trim()}, see <a href="https://show.example/notes?from=feed&amp;id=${Math.floor(next() * 1e6)}">the notes</a> &mdash; and <em>thank you</em>.</p>`;
}

/** @param {string} html */
const escapeXml = (html) =>
  html.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * @param {() => number} next
 * @param {number} number
 */
function item(next, number) {
  const notes = Array.from({ length: 5 }, () => paragraph(next, 165)).join('\n');
  // As in most feeds, the newest is the first.
  const published = new Date(Date.UTC(1990, 0, 1) + number * 86_400_000).toUTCString();
  return `<item>
<title>Episode ${number}: ${WORDS[number % WORDS.length]} &amp; more</title>
<link>https://show.example/episodes/${number}</link>
<guid isPermaLink="false">show-example-${number}</guid>
<pubDate>${published}</pubDate>
<description>${escapeXml(notes.slice(0, 1100))}</description>
<content:encoded><![CDATA[${notes}]]></content:encoded>
<enclosure url="https://media.show.example/audio/${number}.mp3?source=feed" length="${20_000_000 + number}" type="audio/mpeg"/>
<itunes:author>The Show</itunes:author>
<itunes:summary><![CDATA[${notes.slice(0, 1100)}]]></itunes:summary>
<itunes:duration>${Math.floor(next() * 2)}:${String(number % 60).padStart(2, '0')}:07</itunes:duration>
<itunes:explicit>false</itunes:explicit>
<itunes:season>${Math.floor(number / 100)}</itunes:season>
<itunes:episode>${number % 100}</itunes:episode>
<itunes:image href="https://media.show.example/images/${number}.jpg"/>
<podcast:transcript url="https://media.show.example/${number}.vtt" type="text/vtt"/>
</item>
`;
}

/**
 * An RSS feed of `episodes` items, about 4.4 kB each.
 * @param {number} episodes
 * @param {string} [title] of the show
 */
export function generateFeed(episodes, title = 'The Show') {
  const next = random(1);
  const items = Array.from({ length: episodes }, (_, index) => item(next, episodes - index));
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:podcast="https://podcastindex.org/namespace/1.0">
<channel><title>${title}</title><link>https://show.example/</link><description>A show.</description><language>en</language>
${items.join('')}</channel></rss>
`;
}
