/** The notice in a browser inside another app, from which no podcast app opens. */
import { expect } from '@open-wc/testing';
import { render } from 'lit';
import { renderInAppNotice } from '../../../src/components/actions/in-app-notice.js';
import { en } from '../../../src/components/texts/en.js';
import { fill } from '../../../src/components/texts/texts.js';
import { placedWithEpisodes, present, useNetwork, useStub } from '../../support/element/element.js';

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15';
const facebook = `${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/91.0.0.41.73;FBDV/iPhone8,1]`;
const safari = `${iphone} Version/18.6 Mobile/15E148 Safari/604.1`;

describe('renderInAppNotice', () => {
  useNetwork();
  const stub = useStub();
  const noticeFor = (userAgent: string) => {
    const page = document.createElement('div');
    render(renderInAppNotice(userAgent, {}, en), page);
    return page.textContent;
  };

  it('names the app', () => {
    expect(noticeFor(facebook)).to.contain(fill(en.inAppBrowser, { app: 'Facebook' }));
  });

  it('says how to open the page in a browser, if the app is known', () => {
    expect(noticeFor(facebook)).to.contain(en.exitMenu);
    expect(noticeFor(iphone)).to.contain(en.exitAny);
  });

  it('speaks of another app if the app has no known name', () => {
    expect(noticeFor(iphone)).to.contain(fill(en.inAppBrowser, { app: en.anotherApp }));
  });

  it('renders nothing in a browser of one’s own', () => {
    expect(noticeFor(safari)).to.equal('');
  });

  it('comes before the buttons', async () => {
    stub(navigator, 'userAgent', facebook);
    const element = await placedWithEpisodes();
    const notice = await present(element, '[part=in-app]');
    expect(notice.previousElementSibling === null, 'the first').to.equal(true);
    expect(notice.textContent).to.contain('Facebook');
  });
});
