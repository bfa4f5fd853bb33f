import { describe, expect, it } from 'vitest';
import { noticeItem, type Notice } from '../../../src/service/feeds/notice-item.js';

const notice: Notice = {
  guid: 'sid:a/over',
  title: 'Over & out',
  text: 'No <more>',
  audio: { url: 'https://feeds.example.org/notices/a.mp3', length: 12_345, seconds: 4.6 },
  date: new Date('2026-03-31T23:59:59.999Z'),
};

describe('noticeItem', () => {
  it('is an episode that every app can list and play', () => {
    expect(noticeItem(notice)).toBe(`
<item>
<title>Over &amp; out</title>
<description>&lt;p&gt;No &amp;lt;more&amp;gt;&lt;/p&gt;</description>
<guid isPermaLink="false">sid:a/over</guid>
<pubDate>Tue, 31 Mar 2026 23:59:59 GMT</pubDate>
<enclosure url="https://feeds.example.org/notices/a.mp3" length="12345" type="audio/mpeg"/>
<itunes:duration>5</itunes:duration>
</item>
`);
  });

  it('leads to the website', () => {
    const item = noticeItem({ ...notice, link: { url: 'https://a.example/?b&c' } });
    expect(item).toContain('\n<link>https://a.example/?b&amp;c</link>\n');
    expect(item).not.toMatch(/payment|href/);
  });

  it('leads to where the membership is renewed, in its text too', () => {
    const link = { url: 'https://a.example/?b"c', renewal: 'Renew & go' };
    const item = noticeItem({ ...notice, link });
    expect(item).toContain('<link>https://a.example/?b"c</link>');
    expect(item).toContain('<atom:link rel="payment" href="https://a.example/?b&quot;c"/>');
    expect(item).toContain(
      '&lt;a href="https://a.example/?b&amp;quot;c"&gt;Renew &amp;amp; go&lt;/a&gt;',
    );
  });

  it('leaves out a duration that nobody gave', () => {
    const item = noticeItem({ ...notice, audio: { ...notice.audio, seconds: undefined } });
    expect(item).not.toContain('duration');
  });
});
