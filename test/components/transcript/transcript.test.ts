/** The transcript on a page: it follows, lets the member look around, is searched and pressed. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import {
  openTranscript,
  type TranscriptView,
  type TranscriptOptions,
} from '../../../src/components/transcript/transcript.js';
import { enPlayer } from '../../../src/components/language/texts/player/en.js';
import { waitUntil } from '../../support/waiting/wait-until.js';

const url = 'https://media.example/12.vtt';
const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23);
const vtt = (texts: readonly string[]) =>
  ['WEBVTT', ...texts.map((text, at) => `${clock(at * 5)} --> ${clock(at * 5 + 5)}\n${text}`)].join(
    '\n\n',
  );
const numbered = (count: number) => vtt(Array.from({ length: count }, (_, at) => `line ${at}`));

const fetch = window.fetch.bind(window);
let stage: HTMLElement;
let area: HTMLElement;
let leaving: AbortController;
let pressed: number[];

beforeEach(() => {
  stage = document.createElement('div');
  document.body.append(stage);
  area = document.createElement('div');
  area.style.cssText = 'height: 300px; overflow: auto; margin-top: 2000px; margin-bottom: 2000px';
  stage.attachShadow({ mode: 'open' }).append(area);
  leaving = new AbortController();
  pressed = [];
});
afterEach(() => {
  leaving.abort();
  stage.remove();
  window.fetch = fetch;
});

const present: TranscriptOptions['chunks'] = { get: (load) => load() };

async function opened(text: string, lang?: string, chunks = present): Promise<TranscriptView> {
  window.fetch = () => Promise.resolve(new Response(text));
  const transcript = await openTranscript({
    transcripts: [{ url, type: 'text/vtt', language: undefined }],
    texts: enPlayer,
    locale: 'en',
    chunks,
    lang,
    root: stage.shadowRoot!,
    seek: (seconds) => pressed.push(seconds),
    signal: leaving.signal,
  });
  area.append(transcript!.element);
  await waitUntil(
    () => transcript!.element.querySelectorAll('.said').length >= transcript!.lines.length,
  );
  return transcript!;
}

const all = ({ element }: TranscriptView) =>
  [...element.querySelectorAll<HTMLButtonElement>('.said')].filter((line) => line.offsetParent);
const current = ({ element }: TranscriptView) =>
  [...element.querySelectorAll('[aria-current=true]')].map((line) => line.textContent);
const stops = (transcript: TranscriptView) =>
  all(transcript)
    .filter(({ tabIndex }) => tabIndex === 0)
    .map(({ textContent }) => textContent);
const field = ({ element }: TranscriptView) => element.querySelector('input')!;
const told = ({ element }: TranscriptView) => element.querySelector('[role=status]')!.textContent;
const backButton = ({ element }: TranscriptView) =>
  [...element.querySelectorAll<HTMLButtonElement>('.button')].find((button) => button.offsetParent);
const isInSight = (line: Element) => {
  const [outer, inner] = [area.getBoundingClientRect(), line.getBoundingClientRect()];
  return inner.top >= outer.top && inner.bottom <= outer.bottom;
};
const inSight = (transcript: TranscriptView, text: string) =>
  all(transcript).some((line) => line.textContent === text && isInSight(line));

/** Follows until the line is in sight: a way through lines that were never laid out takes some steps. */
async function followed(transcript: TranscriptView, seconds: number, text: string): Promise<void> {
  await waitUntil(() => {
    transcript.follow(seconds);
    return inSight(transcript, text);
  }, text);
}

function search(transcript: TranscriptView, words: string): void {
  field(transcript).value = words;
  field(transcript).dispatchEvent(new Event('input'));
}

describe('openTranscript', () => {
  it('resolves to nothing where the host sends no CORS, and adopts no styles', async () => {
    window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const root = stage.shadowRoot!;
    const transcript = await openTranscript({
      transcripts: [{ url, type: 'text/vtt', language: undefined }],
      texts: enPlayer,
      locale: 'en',
      chunks: present,
      lang: 'en',
      root,
      seek: () => undefined,
      signal: leaving.signal,
    });
    expect(transcript).to.equal(undefined);
    expect(root.adoptedStyleSheets.length).to.equal(0);
  });

  it('reads JSON and HTML, whose readers load when they are needed', async () => {
    const json = await opened('{"segments":[{"startTime":1,"body":"The first ferry"}]}');
    expect(json.lines.map(({ text }) => text)).to.deep.equal(['The first ferry']);
    const html = await opened('<cite>Ann:</cite><time>0:01</time><p>The second ferry</p>');
    expect(html.lines.map(({ text }) => text)).to.deep.equal(['The second ferry']);
  });
});

describe('TranscriptView', () => {
  it('names a speaker where they begin, and gives the language and direction of the text', async () => {
    const transcript = await opened(
      vtt(['<v Ann>One', '<v Ann>Two', '<v مريم>ثلاثة <3', '<b>Four</b>']),
      'ar',
    );
    const lines = all(transcript);
    expect(lines.map(({ innerText }) => innerText.trim().replace(/\s+/g, ' '))).to.deep.equal([
      'Ann One',
      'Two',
      'مريم ثلاثة <3',
      'Four',
    ]);
    expect(lines[0]!.closest('[lang]')!.getAttribute('lang')).to.equal('ar');
    expect(lines.map((line) => getComputedStyle(line).direction)).to.deep.equal([
      'ltr',
      'ltr',
      'rtl',
      'ltr',
    ]);
    expect(transcript.element.getAttribute('part')).to.equal('transcript');
    for (const line of lines) expect(line.offsetHeight).to.be.at.least(44);
  });

  it('marks the line that is said, and none before the first', async () => {
    const transcript = await opened(
      `WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n\n00:03.000 --> 00:04.000\nTwo`,
    );
    transcript.follow(0);
    expect(current(transcript)).to.deep.equal([]);
    transcript.follow(1.5);
    expect(current(transcript)).to.deep.equal(['One']);
    transcript.follow(60);
    expect(current(transcript)).to.deep.equal(['Two']);
    expect(stops(transcript)).to.deep.equal(['Two']);
  });

  it('keeps the line in sight, and never scrolls the page', async () => {
    window.scrollTo(0, 0);
    const transcript = await opened(numbered(1000));
    await followed(transcript, 500 * 5, 'line 500');
    await followed(transcript, 501 * 5, 'line 501');
    await followed(transcript, 3 * 5, 'line 3');
    expect(window.scrollY).to.equal(0);
  });

  it('lets the member scroll, and goes back when they ask for it', async () => {
    for (const type of ['wheel', 'touchmove', 'pointerdown']) {
      const transcript = await opened(numbered(300));
      await followed(transcript, 200 * 5, 'line 200');
      expect(backButton(transcript)).to.equal(undefined);
      area.dispatchEvent(new Event(type));
      area.scrollTop = 0;
      transcript.follow(201 * 5);
      expect(area.scrollTop, type).to.equal(0);
      expect(current(transcript)).to.deep.equal(['line 201']);
      const button = backButton(transcript)!;
      expect(button.textContent.trim()).to.equal('Back to what is playing');
      expect(isInSight(button)).to.equal(true);
      button.focus();
      button.click();
      expect(backButton(transcript)).to.equal(undefined);
      expect((stage.shadowRoot!.activeElement as HTMLElement).textContent).to.equal('line 201');
      await followed(transcript, 202 * 5, 'line 202');
      transcript.element.remove();
    }
  });

  it('goes on following when a line is touched, or a key does not scroll', async () => {
    const transcript = await opened(numbered(300));
    await followed(transcript, 100 * 5, 'line 100');
    all(transcript)[100]!.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    field(transcript).dispatchEvent(new KeyboardEvent('keydown', { key: 'k', bubbles: true }));
    expect(backButton(transcript)).to.equal(undefined);
    field(transcript).dispatchEvent(
      new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true }),
    );
    expect(backButton(transcript)).not.to.equal(undefined);
  });

  it('plays from a line that is pressed, and follows from there', async () => {
    const transcript = await opened(numbered(300));
    transcript.follow(0);
    area.dispatchEvent(new Event('wheel'));
    all(transcript)[7]!.click();
    expect(pressed).to.deep.equal([35]);
    expect(current(transcript)).to.deep.equal(['line 7']);
    expect(backButton(transcript)).to.equal(undefined);
  });

  it('is one stop of the Tab key, and goes on with the arrow keys', async () => {
    const transcript = await opened(numbered(300));
    await followed(transcript, 10 * 5, 'line 10');
    expect(stops(transcript)).to.deep.equal(['line 10']);
    field(transcript).focus();
    await sendKeys({ press: 'Tab' });
    const focused = () => (stage.shadowRoot!.activeElement as HTMLElement).textContent;
    expect(focused()).to.equal('line 10');
    await sendKeys({ press: 'ArrowDown' });
    expect(focused()).to.equal('line 11');
    expect(backButton(transcript)).not.to.equal(undefined);
    transcript.follow(12 * 5);
    expect(stops(transcript)).to.deep.equal(['line 11']);
    await sendKeys({ press: 'ArrowUp' });
    await sendKeys({ press: 'ArrowUp' });
    expect(focused()).to.equal('line 9');
    await sendKeys({ press: 'Enter' });
    expect(pressed).to.deep.equal([45]);
    await sendKeys({ press: 'End' });
    expect(focused()).to.equal('line 299');
    await sendKeys({ press: 'ArrowDown' });
    expect(focused()).to.equal('line 299');
    await sendKeys({ press: 'Home' });
    expect(focused()).to.equal('line 0');
  });

  it('searches whatever the case and accents, marks the words, and tells how many lines there are', async () => {
    const transcript = await opened(
      vtt(['<v Bo>Die HÄFEN', 'Der Hafen <b>im</b> Hafen', 'Das Meer']),
    );
    transcript.follow(0);
    search(transcript, ' hafen ');
    await waitUntil(() => told(transcript));
    expect(told(transcript)).to.equal('2 lines found');
    expect(all(transcript).map(({ textContent }) => textContent)).to.deep.equal([
      'Bo Die HÄFEN',
      'Der Hafen im Hafen',
    ]);
    const marks = [...transcript.element.querySelectorAll('mark')];
    expect(marks.map(({ textContent }) => textContent)).to.deep.equal(['HÄFEN', 'Hafen', 'Hafen']);
    expect(stops(transcript).length).to.equal(1);
    all(transcript)[1]!.querySelector('mark')!.click();
    expect(pressed).to.deep.equal([5]);
    expect(all(transcript).length).to.equal(2);
    search(transcript, 'boat');
    await waitUntil(() => told(transcript) === 'Nothing found for “boat”');
    expect(all(transcript).length).to.equal(0);
    search(transcript, '');
    expect(all(transcript).length).to.equal(3);
    expect(told(transcript)).to.equal('');
    expect(backButton(transcript)).to.equal(undefined);
  });

  it('does not follow while something is searched for, and shows the first line found', async () => {
    const transcript = await opened(numbered(2000));
    await followed(transcript, 1500 * 5, 'line 1500');
    search(transcript, 'line 3');
    await waitUntil(() => told(transcript));
    expect(told(transcript)).to.equal('111 lines found');
    await waitUntil(() => inSight(transcript, 'line 3'));
    transcript.follow(1501 * 5);
    expect(inSight(transcript, 'line 3')).to.equal(true);
    backButton(transcript)!.click();
    expect(field(transcript).value).to.equal('');
    await followed(transcript, 1502 * 5, 'line 1502');
  });

  it('counts all lines found, and shows a hundred', async () => {
    const transcript = await opened(numbered(5000));
    search(transcript, 'li');
    search(transcript, 'line');
    await waitUntil(() => told(transcript));
    expect(told(transcript)).to.equal('5,000 lines found');
    expect(all(transcript).length).to.equal(100);
  });

  it('says that it is cut, and links the whole file', async () => {
    const whole = await opened(numbered(3));
    expect(whole.element.querySelector('a')).to.equal(null);
    const transcript = await opened(numbered(20_001));
    expect(transcript.lines.length).to.equal(20_000);
    const link = transcript.element.querySelector('a')!;
    expect([link.href, link.rel, link.textContent]).to.deep.equal([
      url,
      'noopener noreferrer',
      'Open the transcript',
    ]);
    expect(link.parentElement!.textContent).to.contain('too long');
  });
});
