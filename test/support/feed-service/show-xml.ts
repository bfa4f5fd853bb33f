/** The RSS of a publisher's show, as its host writes it. */

/** An episode whose recording is named like its GUID. */
export interface ShownEpisode {
  guid: string;
  title: string;
  /** Milliseconds since 1970. */
  date: number;
}

/** @param recordings URL of the host of the recordings */
export function showXml(
  title: string,
  episodes: readonly ShownEpisode[],
  recordings: string,
): string {
  const items = episodes.map(
    ({ guid, title, date }) => `
<item><title>${title}</title><guid isPermaLink="false">${guid}</guid>
<pubDate>${new Date(date).toUTCString()}</pubDate><description>About it.</description>
<enclosure url="${recordings}/${guid}.mp3" type="audio/mpeg" length="30240"/></item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>${title}</title><link>https://show.example.org/</link>
<language>en</language><description>For members</description>${items.join('')}
</channel></rss>
`;
}
