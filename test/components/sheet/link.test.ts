/**
 * The link as text: copied, masked, shown, and selected where a browser refuses to copy.
 *
 * @engines clipboard
 */
import { expect } from '@open-wc/testing';
import { en } from '../../../src/components/language/texts/en.js';
import type { PrivatePodcastSubscribe } from '../../../src/index.js';
import {
  feedUrl,
  has,
  one,
  openSheet,
  placedWithEpisodes,
  present,
  press,
  says,
  useDevice,
  useEvents,
  useNetwork,
  useStub,
  words as wordsOf,
} from '../../support/element/element.js';
import { waitUntil } from '../../support/waiting/wait-until.js';

describe('LinkItem', () => {
  useNetwork();
  const heard = useEvents();
  const stub = useStub();
  const become = useDevice('ios');
  let clipboard: string[];

  beforeEach(() => {
    clipboard = [];
    const writeText = (text: string) => Promise.resolve(void clipboard.push(text));
    stub(navigator, 'clipboard', { writeText });
  });

  const field = (element: PrivatePodcastSubscribe) =>
    one(element, '[part=link]') as HTMLInputElement | undefined;

  const item = (element: PrivatePodcastSubscribe) => one(element, '[part=copy]')!;
  const words = (element: PrivatePodcastSubscribe) => wordsOf(item(element));

  it('copies the link, says so in the item itself, and shows nothing of it', async () => {
    const element = await placedWithEpisodes();
    await openSheet(element);
    expect(has(element, '[part=link]')).to.equal(false);
    press(element, '[part=copy]');
    await says(element, en.linkCopied);
    expect(words(element)).to.equal(en.linkCopied);
    expect(clipboard).to.deep.equal([feedUrl]);
    expect(has(element, '[part=link]'), 'nothing moves').to.equal(false);
    expect(element.shadowRoot?.innerHTML.includes('s3cret/')).to.equal(false);
    expect(element.shadowRoot?.activeElement === item(element), 'the focus stays').to.equal(true);
    expect(heard.lines()).to.deep.equal(['pps-ready', 'pps-app-select  copy']);
  });

  it('shows and hides the link as the member asks', async () => {
    const element = await placedWithEpisodes();
    await openSheet(element);
    press(element, '[part=copy]');
    const toggle = await present(element, '[part=show-link]');
    expect(toggle.ariaLabel).to.equal(en.showLink);
    toggle.click();
    expect(field(element)?.value).to.equal(feedUrl);
    expect(field(element)?.ariaLabel).to.equal(en.linkLabel);
    expect(element.shadowRoot?.innerHTML.includes('s3cret/')).to.equal(false);
    expect(toggle.ariaLabel).to.equal(en.hideLink);
    await says(element, en.hideLink);
    toggle.click();
    expect(field(element)?.value).to.match(/^https:\/\/feeds\.example\/•+$/);
    expect(toggle.ariaLabel).to.equal(en.showLink);
  });

  for (const [device, outcome] of [
    ['ios', en.linkSelected],
    ['android', en.linkSelected],
    ['macos', en.linkSelectedKeys],
    ['windows', en.linkSelectedKeys],
  ] as const) {
    it(`selects the link if the browser refuses to copy, and says how on ${device}`, async () => {
      become(device);
      const refused = () => Promise.reject(new DOMException('No.', 'NotAllowedError'));
      stub(navigator, 'clipboard', { writeText: refused });
      const element = await placedWithEpisodes();
      await openSheet(element);
      press(element, '[part=copy]');
      await says(element, outcome);
      const link = field(element);
      expect(link?.value).to.equal(feedUrl);
      expect(element.shadowRoot?.activeElement?.part.value).to.equal('link');
      expect([link?.selectionStart, link?.selectionEnd]).to.deep.equal([0, feedUrl.length]);
      const told = () => wordsOf(item(element).closest('li')!);
      expect(told()).to.contain(outcome);
      press(element, '[part=show-link]');
      expect(told()).not.to.contain(outcome);
      expect(heard.lines()).to.deep.equal(['pps-ready', 'pps-app-select  copy']);
    });
  }

  it('shows the link if the browser has no clipboard', async () => {
    stub(navigator, 'clipboard', undefined);
    const element = await placedWithEpisodes();
    await openSheet(element);
    press(element, '[part=copy]');
    await says(element, en.linkSelected);
    expect(field(element)?.value).to.equal(feedUrl);
  });

  it('masks the link again when the sheet is opened anew', async () => {
    const element = await placedWithEpisodes();
    const sheet = await openSheet(element);
    press(element, '[part=copy]');
    (await present(element, '[part=show-link]')).click();
    sheet.close();
    await waitUntil(() => !sheet.isConnected, 'closed');
    await openSheet(element);
    expect(has(element, '[part=link]')).to.equal(false);
    expect(words(element)).to.contain(en.copyLink);
  });
});
