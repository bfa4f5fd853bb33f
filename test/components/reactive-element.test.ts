import { expect } from '@open-wc/testing';
import { html } from 'lit/html.js';
import { ReactiveElement } from '../../src/components/reactive-element.js';

class TestElement extends ReactiveElement {
  static override properties = {
    word: {},
    isLoud: { type: Boolean },
    times: { converter: (value: string | null) => Number(value ?? 1) },
    onSay: { attribute: false as const, hasChanged: (now: unknown, was: unknown) => !now !== !was },
  };

  word = 'hello';
  isLoud = false;
  times = 1;
  onSay: (() => void) | undefined = undefined;
  renderings = 0;
  changes: [string, unknown][] = [];

  protected override willUpdate(changed: ReadonlyMap<keyof this, unknown>): void {
    this.changes = [...(changed as Map<string, unknown>)];
  }

  protected override render() {
    this.renderings++;
    if (this.word === 'bad') throw new Error('a bad word');
    const word = this.isLoud ? this.word.toUpperCase() : this.word;
    return html`<p>${word.repeat(this.times)}</p>`;
  }
}

customElements.define('test-element', TestElement);

async function place(element: TestElement): Promise<TestElement> {
  document.body.append(element);
  await element.updateComplete;
  return element;
}

const textOf = (element: TestElement) => element.renderRoot.textContent.trim();

describe('the base of the element', () => {
  let element: TestElement;

  afterEach(() => element.remove());

  it('renders on a page only, and once for all changes of a moment', async () => {
    element = new TestElement();
    element.word = 'a';
    element.times = 3;
    await Promise.resolve();
    expect(element.renderings).to.equal(0);
    await place(element);
    expect(textOf(element)).to.equal('aaa');
    element.word = 'b';
    element.isLoud = true;
    await element.updateComplete;
    expect(textOf(element)).to.equal('BBB');
    expect(element.renderings).to.equal(2);
    expect(element.changes).to.deep.equal([
      ['word', 'a'],
      ['isLoud', false],
    ]);
  });

  it('renders nothing for a value that is no change', async () => {
    element = await place(new TestElement());
    element.onSay = () => undefined;
    await element.updateComplete;
    element.onSay = () => undefined;
    element.word = 'hello';
    expect(await element.updateComplete).to.equal(true);
    expect(element.renderings).to.equal(2);
  });

  it('reads its attributes, and what becomes of them', async () => {
    const around = document.createElement('div');
    around.innerHTML = '<test-element word="yo" is-loud times="2" on-say="1"></test-element>';
    element = await place(around.firstElementChild as TestElement);
    expect(textOf(element)).to.equal('YOYO');
    expect(element.onSay).to.equal(undefined);
    element.removeAttribute('is-loud');
    element.removeAttribute('times');
    await element.updateComplete;
    expect(textOf(element)).to.equal('yo');
  });

  it('takes what the page set before the element was defined', async () => {
    class EarlyElement extends TestElement {}
    const early = document.createElement('early-element');
    Object.assign(early, { word: 'early', times: 2 });
    document.body.append(early);
    customElements.define('early-element', EarlyElement);
    element = document.body.lastElementChild as EarlyElement;
    await element.updateComplete;
    expect(textOf(element)).to.equal('earlyearly');
    expect(Object.hasOwn(element, 'word'), 'the property is the accessor again').to.equal(false);
  });

  it('tells its controllers what happens, in order', async () => {
    element = new TestElement();
    const calls: string[] = [];
    const controller = Object.fromEntries(
      ['hostConnected', 'hostUpdate', 'hostUpdated', 'hostDisconnected'].map((name) => [
        name,
        () => calls.push(`${name} ${element.renderings}`),
      ]),
    );
    element.addController(controller);
    await place(element);
    element.remove();
    element.removeController(controller);
    await place(element);
    expect(calls).to.deep.equal([
      'hostConnected 0',
      'hostUpdate 0',
      'hostUpdated 1',
      'hostDisconnected 1',
    ]);
    element.addController(controller);
    expect(calls.at(-1), 'on a page already').to.equal('hostConnected 1');
  });

  it('says that a rendering failed, and renders the next', async () => {
    element = await place(new TestElement());
    element.word = 'bad';
    const error: unknown = await element.updateComplete.catch((thrown: unknown) => thrown);
    expect(String(error)).to.contain('a bad word');
    element.word = 'good';
    await element.updateComplete;
    expect(textOf(element)).to.equal('good');
  });

  it('renders what changes meanwhile', async () => {
    element = await place(new TestElement());
    element.addController({
      // Before the rendering: in the same one. After it: in another.
      hostUpdate: () => (element.times = 2),
      hostUpdated: () => (element.isLoud = true),
    });
    element.word = 'x';
    expect(await element.updateComplete, 'another update is due').to.equal(false);
    expect(await element.updateComplete).to.equal(true);
    expect(textOf(element)).to.equal('XX');
    expect(element.renderings).to.equal(3);
  });
});
