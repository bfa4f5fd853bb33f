/** Transcripts of every format, well and badly made. */
import { describe, expect, it } from 'vitest';
import { lineAt } from '../../../src/components/transcript/transcript-line.js';
import { MAX_LINES, readCues, readLines } from '../../../src/components/transcript/read-lines.js';
import { splitAtMatches } from '../../../src/components/transcript/search-lines.js';
import { expectLinear, processorTime } from '../../support/foreign-text/growth.js';
import { readHtml } from '../../../src/components/transcript/read-html.js';
import { readEntries } from '../../../src/components/transcript/read-json.js';

const read = (file: string) => readLines(file, new AbortController().signal);
/** Each line as `start-end speaker: text`, without what is missing. */
const told = async (file: string) =>
  (await read(file)).map(
    ({ start, end, speaker, text }) =>
      `${start}${end === undefined ? '' : `-${end}`} ${speaker ? `${speaker}: ` : ''}${text}`,
  );

describe('readLines: WebVTT', () => {
  it('reads cues with identifiers, settings, voices and hours', async () => {
    const file = `WEBVTT - Harbours

STYLE
::cue { color: lime }

NOTE
Not said

intro
00:01.500 --> 00:04.000 align:start position:0%
<v Ann>The first ferry

2
01:00:02.250 --> 01:00:05.000
<v.loud Bo Berg>is at <i>ten</i> past
five.</v>
`;
    expect(await told(file)).toEqual([
      '1.5-4 Ann: The first ferry',
      '3602.25-3605 Bo Berg: is at ten past five.',
    ]);
  });

  it('gives each voice of a cue a line', async () => {
    const file = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHush. <v Ann>Yes?</v> <v Bo>No!</v>\n';
    expect(await told(file)).toEqual(['1-2 Hush.', '1-2 Ann: Yes?', '1-2 Bo: No!']);
  });

  it('knows every character reference of HTML, in each format', async () => {
    const written =
      '&Aring;&deg; &ldquo;tide&rdquo; &mdash; it&rsquo;s caf&eacute; &hellip; &amp; &lt;b&gt; &#39; &#x2019; &nbsp;AT&T &unknown; &CounterClockwiseContourIntegral;&NotEqualTilde;&lt;i&gt;&LT;&NewLine;&amp;eacute;&constructor;';
    const said = "Å° “tide” — it’s café … & <b> ' ’ AT&T &unknown; ∳≂̸<i>< &eacute;&constructor;";
    const files = [
      `WEBVTT\n\n00:01.000 --> 00:02.000\n${written}\n`,
      `1\n00:00:01,000 --> 00:00:02,000\n${written}\n`,
      JSON.stringify({ segments: [{ startTime: 1, endTime: 2, body: written }] }),
      `<time>0:01</time><p>${written}</p>`,
    ];
    for (const file of files) expect((await read(file)).map(({ text }) => text)).toEqual([said]);
  });

  it('reads odd cues as others’ players were asked to', async () => {
    const file = `WEBVTT - The keeper

NOTE made by hand

1
0:00:01.080 --> 0:00:02.440
 The tide is
note that it is out

2
0:00:03.000 --> 0:00:04.000

3
0:00:05.000 --> 0:00:06.000
<v Ann Lee>and the ropes</v>
<v Bo>are slack
`;
    expect(await told(file)).toEqual([
      '1.08-2.44 The tide is note that it is out',
      '5-6 Ann Lee: and the ropes',
      '5-6 Bo: are slack',
    ]);
    const srt = `1
00:00:01,50-->00:00:02,04
The tide is out

2
0:0:4,8 --> 0:0:7,4
and the ropes are slack
`;
    expect((await read(srt)).map(({ start, text }) => `${start} ${text}`)).toEqual([
      '1.5 The tide is out',
      '4.8 and the ropes are slack',
    ]);
  });

  it('decodes entities once, and leaves alone what is none', async () => {
    const cue = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`;
    const [line] = await read(
      cue('R&amp;B &lt;3 &#228;&#xE4;&nbsp;&amp;lt; &bogus; &#x110000; AT&T'),
    );
    expect(line?.text).toBe('R&B <3 ää &lt; &bogus; &#x110000; AT&T');
  });

  it('shows tags of a script as nothing, and their text as text', async () => {
    const file = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<script>alert(1)</script> I <3 it > all\n';
    expect(await told(file)).toEqual(['1-2 alert(1) I <3 it > all']);
  });

  it('leaves out cues without text, and those that never come', async () => {
    const cue = (time: string, text: string) => `${time} --> ${time}\n${text}\n\n`;
    const file =
      cue('00:01.000', '') + cue('99999999:00:00.000', 'never') + cue('0:1:2:3.4.5', 'NaN');
    expect(await told(`WEBVTT\n\n${file}${cue('00:02.000', 'kept')}`)).toEqual(['2-2 kept']);
  });

  it('turns NUL and other control characters into spaces', async () => {
    expect(await told('WEBVTT\n\n00:01.000 --> 00:02.000\na\0b\x07c\n')).toEqual(['1-2 a b c']);
  });

  it('keeps the marks of right-to-left text', async () => {
    const file = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v مريم>\u200fأول عبّارة&rlm;\n';
    expect(await told(file)).toEqual(['1-2 مريم: \u200fأول عبّارة\u200f']);
  });

  it('parts a long line, and reads a hundred thousand characters of it', async () => {
    const cue = async (count: number) => {
      const lines = await read(`WEBVTT\n\n0:01 --> 0:02\n${'word '.repeat(count)}`);
      return [lines.length, lines.map(({ text }) => text).join('').length];
    };
    expect(await cue(20_000)).toEqual([25, 99_999]);
    expect(await cue(200_000)).toEqual([25, 99_999]);
  });
});

describe('readLines: SubRip', () => {
  it('reads the next cue where the blank line is missing', async () => {
    const file = '00:00:01,000 --> 00:00:02,000\nOne\n00:00:03,000 --> 00:00:04,000\nTwo';
    expect(await told(file)).toEqual(['1-2 One', '3-4 Two']);
  });
});

describe('readLines: JSON', () => {
  it('reads the segments of the podcast namespace', async () => {
    const segments = [
      { speaker: 'Ann', startTime: 0.5, endTime: 2, body: 'The first {ferry} is "late".' },
      { startTime: '2.5', body: 'It is.' },
    ];
    expect(await told(JSON.stringify({ version: '1.0.0', segments }, undefined, 2))).toEqual([
      '0.5-2 Ann: The first {ferry} is "late".',
      '2.5-NaN It is.',
    ]);
  });

  it('joins the words of one speaker where each is a segment', async () => {
    const words = 'I am your father No that is not true'.split(' ');
    const segments = words.map((body, at) => ({
      speaker: at < 4 ? 'Darth Vader' : 'Luke',
      startTime: at,
      endTime: at + 1,
      body,
    }));
    expect(await told(JSON.stringify({ segments }))).toEqual([
      '0-4 Darth Vader: I am your father',
      '4-9 Luke: No that is not true',
    ]);
  });

  it('reads Podlove’s list', async () => {
    const file = [
      {
        start: '00:00:01.250',
        start_ms: 1250,
        end: '00:00:02.000',
        end_ms: 2000,
        speaker: '3',
        voice: 'Ann',
        text: 'Moin aus dem Hafen.',
      },
      {
        start: '01:00:00.000',
        end: '01:00:01.000',
        speaker: '4',
        voice: '',
        text: 'Hallo zusammen',
      },
    ];
    expect(await told(JSON.stringify(file))).toEqual([
      '1.25-2 Ann: Moin aus dem Hafen.',
      '3600-3601 Hallo zusammen',
    ]);
  });

  it('reads the whole entries of a file that is cut in the middle', async () => {
    const file = JSON.stringify({
      segments: [1, 2, 3].map((at) => ({ startTime: at, endTime: at, body: `line ${at}` })),
    });
    expect(await told(file.slice(0, -9))).toEqual(['1-1 line 1', '2-2 line 2']);
  });

  it('leaves out entries without text or a possible time', async () => {
    const segments = [
      { body: 'no time' },
      { startTime: 1e12, body: 'too late' },
      { startTime: -1, body: 'too early' },
      { startTime: 'NaN', body: 'no number' },
      { startTime: 1, body: 7 },
      { startTime: 2, body: ' ' },
      { startTime: null, body: 'nothing' },
      null,
    ];
    expect(await told(JSON.stringify({ segments }))).toEqual([]);
  });
});

describe('readLines: HTML', () => {
  it('reads speakers, times and paragraphs of the podcast namespace', async () => {
    const file = `<!doctype html><title>Not said</title><style>p { margin: 0 }</style>
<cite>Ann &amp; Bo:</cite>
<time>0:00</time>
<p>The <b>first</b> ferry</p><p>isn&rsquo;t late.</p>
<!-- <b>hidden</b> -->
<cite>Cy:</cite> <time>1:02:03</time><p>It is.</p><script>alert("<p>1</p>")</script>`;
    expect(await told(file)).toEqual([
      '0 Ann & Bo: The first ferry isn’t late.',
      '3723 Cy: It is.',
    ]);
  });

  it('takes the speaker after the time, too', async () => {
    const file = '<time>[0:05]</time><cite>Ann</cite><p>Yes</p><time>0:07</time><p>Still me</p>';
    expect(await told(file)).toEqual(['5 Ann: Yes', '7 Ann: Still me']);
  });

  it('has no lines without times', async () => {
    expect(await told('<p>Ann: The first ferry</p>')).toEqual([]);
    expect(await told('<time>soon</time><p>The first ferry</p>')).toEqual([]);
  });
});

describe('readLines: limits', () => {
  it('finds nothing in plain text, in nothing and in noise', async () => {
    for (const file of ['', 'Ann: The first ferry\nBo: Yes', '\0\uffff', '%PDF-1.7', '{}', '-->']) {
      expect(await told(file)).toEqual([]);
    }
  });

  it('ends at the limit of lines', async () => {
    const file = '00:01.000 --> 00:02.000\nline\n\n'.repeat(MAX_LINES + 5);
    expect((await read(file)).length).toBe(MAX_LINES);
  });

  it('stops when it is not wanted any more', async () => {
    const gone = AbortSignal.abort();
    const file = '00:01.000 --> 00:02.000\nline\n\n'.repeat(MAX_LINES - 1);
    expect((await readLines(file, gone)).length).toBeLessThan(MAX_LINES - 1);
  });

  const readers = { readCues, readHtml, readEntries };
  it.each(Object.entries(readers))('takes linear time: %s', (_, reader) => {
    const starts = [
      '<',
      '<v ',
      '<v',
      '&',
      '&#',
      '{',
      '{"',
      '\\"{',
      '"',
      '<time>',
      '<cite>',
      '<!--',
    ];
    const others = [
      '<script',
      '1:1 ',
      '1:1 --> ',
      '0:00 --> 0:01\n',
      '\r',
      ' ',
      '9',
      '1:',
      '\u2028',
    ];
    for (const start of [...starts, ...others]) {
      for (const before of ['', '{"', '1:1 --> 1:1\n', '<time>1:1']) {
        const make = (size: number) => before + start.repeat(size);
        const run = (file: string) => Array.from(reader(file)).length;
        // Most of these are done at once: look at the growth only of those that are not.
        const file = make(10_000);
        if (processorTime(() => run(file)) > 20) expectLinear(make, run);
      }
    }
  });
});

describe('lineAt', () => {
  const lines = [1, 2, 2, 5].map((start) => ({ start, text: '' }));

  it('finds none without lines, and none at no time', () => {
    expect([lineAt([], 1), lineAt(lines, NaN)]).toEqual([-1, -1]);
  });
});

describe('splitAtMatches', () => {
  const simplified = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const split = (text: string, words: string) =>
    splitAtMatches(text, simplified(words), simplified).join('|');

  it('marks every match, whatever case and accents', () => {
    expect(split('Zu den Häfen, die HAFEN heißen', 'hafen')).toBe(
      'Zu den |Häfen|, die |HAFEN| heißen',
    );
  });

  it('keeps letters whole that become several, or none', () => {
    expect(split('ﬁsh a\u0301b 🎣x', 'ish')).toBe('|ﬁsh| a\u0301b 🎣x');
    expect(split('ﬁsh a\u0301b 🎣x', 'ab')).toBe('ﬁsh |a\u0301b| 🎣x');
    expect(split('ﬁsh a\u0301b 🎣x', 'X')).toBe('ﬁsh a\u0301b 🎣|x|');
  });

  it('marks nothing where nothing matches', () => {
    expect(split('ferry', 'boat')).toBe('ferry');
  });
});
