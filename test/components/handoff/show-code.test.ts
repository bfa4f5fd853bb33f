/**
 * The page's own card on a computer: one press, and the whole code is in sight.
 *
 * @engines layout
 */
import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import type { PrivatePodcastSubscribe } from '../../../src/index.js';
import {
  all,
  endpoint,
  feedUrl,
  has,
  json,
  one,
  parserUrl,
  placedWithEpisodes,
  present,
  press,
  settled,
  subscription,
  useDevice,
  useEvents,
  useNetwork,
  useStub,
} from '../../support/element/element.js';
import { decoded } from '../../support/element/qr-code.js';
import { waitUntil } from '../../support/waiting/wait-until.js';

describe('AppActionsController: showCode', () => {
  const network = useNetwork();
  const heard = useEvents();
  const stub = useStub();
  useDevice('windows');
  let made: number;

  beforeEach(() => {
    made = 0;
    network.handler = (request) => {
      if (request.method !== 'POST') return subscription({ handoff: true })(request);
      made += 1;
      return json({ url: `?h=${'A'.repeat(21)}${made}`, expiresIn: 600 })(request);
    };
  });
  /** WebKit's driver cannot resize it. */
  const isResizable = !navigator.userAgent.includes('Version/');
  after(() => (isResizable ? setViewport({ width: 800, height: 600 }) : undefined));

  const card = (element: PrivatePodcastSubscribe) => one(element, '[part=phone-card]')!;

  async function shown(element: PrivatePodcastSubscribe): Promise<HTMLElement> {
    press(element, '[part=phone]');
    await present(element, '[part=qr] svg');
    return card(element);
  }

  it('asks for a code only on the press, once, and opens no dialog', async () => {
    const element = await placedWithEpisodes();
    expect(made).to.equal(0);
    press(element, '[part=phone]').click();
    await present(element, '[part=qr] svg');
    await settled(element);
    expect(await decoded(card(element))).to.equal(`${endpoint}?h=${'A'.repeat(21)}1`);
    expect([made, has(element, 'dialog'), has(element, '[part=phone]')]).to.deep.equal([
      1,
      false,
      false,
    ]);
    expect(heard.lines()).to.deep.equal(['pps-ready']);
    expect(Object.keys(localStorage)).to.deep.equal([]);
  });

  it('fits 41 modules for a publisher with a long name', async () => {
    await shown(await placedWithEpisodes());
    const element = document.querySelector('private-podcast-subscribe')!;
    const [code] = all<HTMLElement>(element, '[part=qr] svg');
    const modules = (code as unknown as SVGSVGElement).viewBox.baseVal.width;
    // The view box has the quiet zone of four modules on either side.
    expect(modules - 8).to.be.at.most(41);
  });

  for (const locale of ['en', 'de', 'fi', 'ja']) {
    for (const width of [locale === 'en' ? 720 : 784, 1084]) {
      it(`keeps the height of its card (${locale}, ${width} px)`, async () => {
        stub(navigator, 'share', () => Promise.resolve());
        const element = await placedWithEpisodes({ locale });
        element.style.inlineSize = `${width}px`;
        const { height } = card(element).getBoundingClientRect();
        await shown(element);
        expect(card(element).getBoundingClientRect().height).to.be.closeTo(height, 0.5);
      });
    }
  }

  const screens: [string, number, number][] = [
    ['a laptop', 1280, 720],
    ['200 % zoom', 640, 400],
    ['a small phone’s width', 320, 480],
    ['400 % zoom', 320, 200],
  ];
  for (const [name, width, height] of screens) {
    const test = isResizable ? it : it.skip;
    const why = isResizable ? '' : ' (skipped: this browser cannot be resized)';
    test(`has the whole code in sight, large enough for a camera (${name})${why}`, async () => {
      await setViewport({ width, height });
      const element = await placedWithEpisodes();
      element.style.marginBlock = '120vh';
      await shown(element);
      const code = one(element, '[part=qr]')!;
      const place = () => code.getBoundingClientRect();
      await waitUntil(() => place().top >= 0 && place().bottom <= innerHeight, 'the whole code');
      expect(place().width).to.be.at.least(110);
      expect(place().right).to.be.at.most(document.documentElement.clientWidth);
      expect(place().width).to.be.closeTo(place().height, 0.5);
    });
  }

  it('shows the address of the page for a feed URL alone, never the feed', async () => {
    const element = await placedWithEpisodes({
      token: '',
      endpoint: '',
      'feed-url': feedUrl,
      'parser-url': parserUrl,
      'consume-url': 'https://operator.example/consume',
    });
    const shownCard = await shown(element);
    expect(await decoded(shownCard)).to.equal(location.href);
    expect(network.asked('publisher')).to.have.length(0);
  });
});
