/** Show notes are what the publisher wrote, and harmless, by either sanitizer. */
import { expect } from '@open-wc/testing';
import { showNotes } from '../../../../src/components/episodes/notes/show-notes.js';

/** The browser's own sanitizer, for as long as a test does without it. */
const setHTML = Object.getOwnPropertyDescriptor(Element.prototype, 'setHTML');

const hostile = `<p style="position:fixed" data-app="x" aria-label="hit()" aria-hidden="true" class="x" id="y" onclick="hit()">Hello
<script>hit()</script><style>p{color:red}</style><img src="x" onerror="hit()">
<a href="javascript:hit()" onclick="hit()">bad</a> <a href=" JaVaScRiPt:hit()">worse</a>
<a href="data:text/html,hit">data</a> <a href="/member">here</a>
<a href="https://example.com/a?b=1&amp;c" style="color:red" target="_top" ping="https://spy.example">good</a>
<a href="mailto:us@example.com">mail</a>
<iframe src="https://spy.example"></iframe><svg><script>hit()</script></svg><math><mi href="javascript:hit()">m</mi></math>
<form action="https://spy.example"><input name="q"><button formaction="javascript:hit()">Send</button></form></p>`;

const structured = `<div><h1>Title</h1><h6>Small</h6><p>One <b>two</b> <em>three</em></p><ul><li>Four</li></ul>
<blockquote>Five</blockquote><pre><code>Six</code></pre><table><tr><td>Seven</td></tr></table>
<figure><figcaption>Eight</figcaption></figure><dl><dt>Nine</dt><dd>Ten</dd></dl><u>Eleven</u> <custom-tag>Twelve</custom-tag></div>`;

const kept = new Set(['B', 'I', 'EM', 'STRONG', 'A', 'P', 'BR', 'UL', 'OL', 'LI']);

function suite(name: string): void {
  describe(name, () => {
    it('runs nothing, and keeps no attribute but a link’s URL', async () => {
      let hits = 0;
      Object.assign(window, { hit: () => (hits += 1) });
      const notes = await showNotes(hostile, '');
      document.body.append(notes);
      for (const link of notes.querySelectorAll<HTMLElement>('p, img')) link.click();
      notes.remove();
      expect(hits).to.equal(0);
      const within = [...notes.querySelectorAll('*')];
      const others = within.filter(({ tagName }) => !kept.has(tagName));
      expect(others.map(({ tagName }) => tagName)).to.deep.equal([]);
      expect(within.flatMap((node) => node.getAttributeNames()).sort()).to.deep.equal([
        'href',
        'href',
        'rel',
        'rel',
        'target',
        'target',
      ]);
      expect(notes.textContent)
        .to.contain('Hello')
        .and.not.contain('color:red')
        .and.not.contain('hit');
    });

    it('keeps links that lead out of the page, without a referrer, and the rest as text', async () => {
      const notes = await showNotes(hostile, '');
      const links = [...notes.querySelectorAll('a')];
      expect(links.map(({ href, target, rel }) => ({ href, target, rel }))).to.deep.equal([
        { href: 'https://example.com/a?b=1&c', target: '_blank', rel: 'noopener noreferrer' },
        { href: 'mailto:us@example.com', target: '_blank', rel: 'noopener noreferrer' },
      ]);
      for (const text of ['bad', 'worse', 'data', 'here'])
        expect(notes.textContent).to.contain(text);
    });

    it('links the addresses that stand in the text, and none within a link', async () => {
      const notes = await showNotes(
        '<p>Maps: <b>www.example.com/a</b>, me@example.com<br><a href="https://one.example">www.two.example</a></p>',
        '',
      );
      expect(notes.textContent).to.equal('Maps: www.example.com/a, me@example.comwww.two.example');
      const links = [...notes.querySelectorAll('a')];
      expect(links.map(({ href, target, rel }) => [href, target, rel].join(' '))).to.deep.equal([
        'https://www.example.com/a _blank noopener noreferrer',
        'mailto:me@example.com _blank noopener noreferrer',
        'https://one.example/ _blank noopener noreferrer',
      ]);
    });

    it('keeps the words of the tags that it drops', async () => {
      const notes = await showNotes(structured, '');
      const words = notes.textContent.split(/\s+/).filter(Boolean);
      for (const word of 'Title Small One two three Four Five Six Seven Eight Nine Ten Eleven'.split(
        ' ',
      )) {
        expect(words.join(' ')).to.contain(word);
      }
      expect(notes.querySelectorAll('b, em, ul, li').length).to.equal(4);
      expect(notes.querySelector('h1, div div, table, blockquote') === null).to.equal(true);
    });
  });
}

describe('showNotes: of plain text', () => {
  const lines =
    'The rain is the harbour.\n\nPictures: https://example.com/a_(b). <b>Wet</b> & wild\nme@example.com';

  it('keeps its lines and links its addresses, as text', async () => {
    const notes = await showNotes('', lines);
    expect(notes.textContent).to.equal(lines);
    expect([...notes.children].map((link) => [link.textContent, link.outerHTML])).to.deep.equal([
      [
        'https://example.com/a_(b)',
        '<a href="https://example.com/a_(b)" target="_blank" rel="noopener noreferrer">https://example.com/a_(b)</a>',
      ],
      [
        'me@example.com',
        '<a href="mailto:me@example.com" target="_blank" rel="noopener noreferrer">me@example.com</a>',
      ],
    ]);
  });

  it('takes HTML without a tag for text, and text for HTML with nothing to read', async () => {
    const decoded = await showNotes('Rope &amp; sail\nhttps://example.com', 'Rope & sail');
    expect(decoded.textContent).to.equal('Rope & sail\nhttps://example.com');
    expect([decoded.className, decoded.childElementCount]).to.deep.equal(['lines', 1]);
    for (const none of ['<iframe src="https://example.com"></iframe>', '<p> </p>', '<img src=x>']) {
      expect((await showNotes(none, 'Text')).textContent).to.equal('Text');
    }
  });
});

if (setHTML) suite('showNotes: by the browser’s own sanitizer');

describe('showNotes: without the browser’s own sanitizer', () => {
  before(() => {
    if (setHTML) delete (Element.prototype as { setHTML?: unknown }).setHTML;
  });
  after(() => {
    if (setHTML) Object.defineProperty(Element.prototype, 'setHTML', setHTML);
  });
  suite('by DOMPurify');
});

describe('showNotes: forbidden by the page’s policy', () => {
  before(() => {
    const refuse = () => {
      throw new TypeError('refused');
    };
    Object.defineProperty(Element.prototype, 'setHTML', { configurable: true, value: refuse });
  });
  after(() => {
    delete (Element.prototype as { setHTML?: unknown }).setHTML;
    if (setHTML) Object.defineProperty(Element.prototype, 'setHTML', setHTML);
  });

  it('returns the plain text, as text', async () => {
    const notes = await showNotes('<p>Hello</p>', 'Hello <b>there</b>');
    expect(notes.textContent).to.equal('Hello <b>there</b>');
    expect(notes.childElementCount).to.equal(0);
  });
});
