/** Opening an app: whether it did, the help where it did not, and the app that is remembered. */
import { expect, waitUntil } from '@open-wc/testing';
import { didAppOpen } from '../../../src/components/actions/app-opened.js';
import { en } from '../../../src/components/texts/en.js';
import { fill } from '../../../src/components/texts/texts.js';
import type { PrivatePodcastSubscribe } from '../../../src/index.js';
import {
  consumePage,
  has,
  one,
  placed,
  placedWithEpisodes,
  present,
  press,
  settled,
  useEvents,
  useNetwork,
  useStub,
} from '../../support/element.js';

const storage = () => Object.fromEntries(Object.entries(localStorage));

describe('whether the app opened', () => {
  const stub = useStub();
  const hide = () => {
    stub(document, 'hidden', true);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const signs = {
    'the focus leaves the page': () => window.dispatchEvent(new Event('blur')),
    'the page is hidden': hide,
    'the page is left': () => window.dispatchEvent(new Event('pagehide')),
  };

  describe('by the signs', () => {
    it('did not where the page stays in front', async () => {
      const asked = performance.now();
      expect(await didAppOpen(window, 50)).to.equal(false);
      expect(performance.now() - asked).to.be.greaterThan(40);
    });

    for (const [name, leave] of Object.entries(signs)) {
      it(`did where ${name}`, async () => {
        const opened = didAppOpen(window, 60_000);
        leave();
        expect(await opened).to.equal(true);
      });
    }

    it('did where the page was hidden all the while', async () => {
      stub(document, 'hidden', true);
      expect(await didAppOpen(window, 1)).to.equal(true);
    });
  });

  describe('in the element', () => {
    useNetwork();
    const heard = useEvents();

    /** Taps an app's link, which leads nowhere: no test may leave its page. */
    function tap(element: PrivatePodcastSubscribe, app: string): void {
      const stay = (event: Event) => event.preventDefault();
      one(element, `a[data-app=${app}]`)?.addEventListener('click', stay, { capture: true });
      press(element, `a[data-app=${app}]`);
    }

    it('unfolds help where a link opened nothing', async () => {
      const element = await placedWithEpisodes({ links: 'direct', apps: 'overcast' });
      const tapped = performance.now();
      tap(element, 'overcast');
      const help = await present(element, '[part=help]');
      expect(performance.now() - tapped).to.be.within(1900, 3500);
      expect(help.getAttribute('aria-label')).to.equal('Overcast');
      expect(help.textContent).to.contain(fill(en.helpTitle, { app: 'Overcast' }));
      expect(help.textContent).to.contain('+ › Add URL');
      expect(one(element, '[part=help-copy]')?.textContent.trim()).to.equal(en.copyLink);
      const store = one(element, '[part=store]') as HTMLAnchorElement | undefined;
      expect(store?.href).to.match(/^https:\/\/apps\.apple\.com\/.*888422857$/);
      expect([store?.target, store?.rel]).to.deep.equal(['_blank', 'noopener noreferrer']);
      expect(heard.lines()).to.deep.equal(['pps-ready', 'pps-app-select overcast direct']);
    });

    for (const [name, leave] of Object.entries(signs)) {
      it(`has no help where ${name}`, async () => {
        const element = await placedWithEpisodes({ links: 'direct', apps: 'overcast' });
        tap(element, 'overcast');
        leave();
        Reflect.deleteProperty(document, 'hidden');
        // As long as the element would have waited, and begun later.
        expect(await didAppOpen(window)).to.equal(false);
        await settled(element);
        expect(has(element, '[part=help]')).to.equal(false);
      });
    }

    it('has no help after a link to the consume page', async () => {
      const element = await placedWithEpisodes({ apps: 'overcast' });
      expect(one(element, '[data-app=overcast]')?.getAttribute('href')).to.equal(
        `${consumePage}#overcast`,
      );
      tap(element, 'overcast');
      expect(await didAppOpen(window)).to.equal(false);
      await settled(element);
      expect(has(element, '[part=help]')).to.equal(false);
      expect(heard.lines()).to.deep.equal(['pps-ready', 'pps-app-select overcast consume']);
    });

    it('keeps the id of the app chosen last, nothing else, and puts it first', async () => {
      const apps = 'overcast antennapod';
      const element = await placedWithEpisodes({ apps });
      expect(storage()).to.deep.equal({});
      tap(element, 'antennapod');
      await waitUntil(() => heard.lines().includes('pps-app-select antennapod consume'));
      expect(storage()).to.deep.equal({ 'pps-app': 'antennapod' });
      const next = await placed('ready', { apps });
      expect(one(next, '[part~=primary]')?.dataset.app).to.equal('antennapod');
    });

    it('keeps nothing, and follows nothing kept, with forget-app', async () => {
      const apps = 'overcast antennapod';
      const element = await placedWithEpisodes({ apps, 'forget-app': '' });
      tap(element, 'antennapod');
      await waitUntil(() => heard.lines().includes('pps-app-select antennapod consume'));
      await settled(element);
      expect(storage()).to.deep.equal({});
      localStorage.setItem('pps-app', 'antennapod');
      const next = await placed('ready', { apps, 'forget-app': '' });
      expect(one(next, '[part~=primary]')?.dataset.app).to.equal('overcast');
    });
  });
});
