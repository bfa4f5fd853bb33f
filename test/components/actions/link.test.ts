/** The link as text: copied, masked, shown, and selected where a browser refuses to copy. */
import { expect } from '@open-wc/testing';
import { en } from '../../../src/components/texts/en.js';
import { fill } from '../../../src/components/texts/texts.js';
import type { PrivatePodcastSubscribe } from '../../../src/index.js';
import {
  feedUrl,
  has,
  one,
  placedWithEpisodes,
  present,
  press,
  says,
  settled,
  useEvents,
  useNetwork,
  useStub,
} from '../../support/element/element.js';
import { useHeldTimers } from '../../support/waiting/held-timers.js';

describe('PrivatePodcastSubscribe: the link as text', () => {
  useNetwork();
  const heard = useEvents();
  const stub = useStub();
  const hold = useHeldTimers();
  let clipboard: string[];

  beforeEach(() => {
    clipboard = [];
    const writeText = (text: string) => Promise.resolve(void clipboard.push(text));
    stub(navigator, 'clipboard', { writeText });
  });

  const field = (element: PrivatePodcastSubscribe) =>
    one(element, '[part=link]') as HTMLInputElement | undefined;

  it('copies the link, says so, and keeps it masked', async () => {
    const element = await placedWithEpisodes();
    expect(has(element, '[part=link]')).to.equal(false);
    press(element, '[part=copy]');
    await says(element, en.linkCopied);
    expect(clipboard).to.deep.equal([feedUrl]);
    expect(field(element)?.value).to.match(/^https:\/\/feeds\.example\/•+$/);
    expect(one(element, '.link')?.previousElementSibling?.textContent).to.equal(en.linkCopied);
    expect(element.shadowRoot?.innerHTML.includes('s3cret/')).to.equal(false);
    expect(field(element)?.getAttribute('aria-label')).to.equal(en.linkLabel);
    expect(heard.lines()).to.deep.equal(['pps-ready', 'pps-app-select  copy']);
  });

  it('shows and hides the link as the member asks', async () => {
    const element = await placedWithEpisodes();
    press(element, '[part=copy]');
    const toggle = await present(element, '[part=show-link]');
    const masked = field(element)?.value;
    expect(toggle.textContent.trim()).to.equal(en.showLink);
    toggle.click();
    await settled(element);
    expect(field(element)?.value).to.equal(feedUrl);
    expect(toggle.textContent.trim()).to.equal(en.hideLink);
    toggle.click();
    await settled(element);
    expect(field(element)?.value).to.equal(masked);
    expect(masked).not.to.contain('s3cret');
  });

  it('shows, focuses and selects the link if the browser refuses to copy', async () => {
    const refused = () => Promise.reject(new DOMException('No.', 'NotAllowedError'));
    stub(navigator, 'clipboard', { writeText: refused });
    const element = await placedWithEpisodes();
    press(element, '[part=copy]');
    await says(element, en.linkSelected);
    const link = field(element);
    expect(link?.value).to.equal(feedUrl);
    expect(element.shadowRoot?.activeElement?.part.value).to.equal('link');
    expect([link?.selectionStart, link?.selectionEnd]).to.deep.equal([0, feedUrl.length]);
    const words = () => one(element, '.link')?.previousElementSibling?.textContent;
    expect(words()).to.equal(en.linkSelected);
    press(element, '[part=show-link]');
    await settled(element);
    expect(words()).not.to.equal(en.linkSelected);
    expect(heard.lines()).to.deep.equal(['pps-ready', 'pps-app-select  copy']);
  });

  it('shows the link if the browser has no clipboard', async () => {
    stub(navigator, 'clipboard', undefined);
    const element = await placedWithEpisodes();
    press(element, '[part=copy]');
    await says(element, en.linkSelected);
    expect(field(element)?.value).to.equal(feedUrl);
  });

  it('copies the link from the help for an app that takes a pasted link, and shows that help at once', async () => {
    const element = await placedWithEpisodes({ links: 'direct', apps: 'kasts' });
    expect(one(element, '[data-app=kasts]')?.localName).to.equal('button');
    // A wait for an app to open would never end.
    hold(2000);
    press(element, '[data-app=kasts]');
    const help = await present(element, '[part=help]');
    expect(help.textContent).to.contain(fill(en.pasteTitle, { app: 'Kasts' }));
    expect(help.textContent).not.to.contain(fill(en.helpTitle, { app: 'Kasts' }));
    press(element, '[part=help-copy]');
    await says(element, en.linkCopied);
    expect(clipboard).to.deep.equal([feedUrl]);
    expect(heard.lines().slice(1)).to.deep.equal([
      'pps-app-select kasts copy',
      'pps-app-select  copy',
    ]);
  });
});
