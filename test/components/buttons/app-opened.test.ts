/**
 * Opening an app: whether it did, the help where it did not, and the app that is remembered.
 *
 * @engines links
 */
import { expect, fixture, oneEvent } from '@open-wc/testing';
import { html } from 'lit';
import { OPENING_MS, didAppOpen } from '../../../src/components/buttons/app-opened.js';
import { en } from '../../../src/components/language/texts/en.js';
import { fill } from '../../../src/components/language/texts.js';
import type { PrivatePodcastSubscribe } from '../../../src/index.js';
import {
  all,
  endpoint,
  has,
  one,
  place,
  placed,
  placedWithEpisodes,
  present,
  press,
  says,
  settled,
  tap,
  useDevice,
  useEvents,
  useNetwork,
  useStub,
  words,
} from '../../support/element/element.js';
import { useHeldTimers } from '../../support/waiting/held-timers.js';
import { waitUntil } from '../../support/waiting/wait-until.js';

const storage = () => Object.fromEntries(Object.entries(localStorage));

describe('didAppOpen', () => {
  const stub = useStub();
  const look = (hidden: boolean) => {
    stub(document, 'hidden', hidden);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const tell = (type: string) => window.dispatchEvent(new Event(type));
  /** Another window within the page: while it has the focus, the browser takes it from ours. */
  const otherWindow = async () => {
    const lost = oneEvent(window, 'blur');
    (await fixture<HTMLIFrameElement>(html`<iframe srcdoc="" title="app"></iframe>`)).focus();
    await lost;
  };
  const ownWindow = async () => {
    const found = oneEvent(window, 'focus');
    (await fixture<HTMLElement>(html`<button>page</button>`)).focus();
    await found;
  };
  const ways = {
    'the focus leaves the page': { leave: otherWindow, comeBack: ownWindow },
    'the page is hidden': { leave: () => look(true), comeBack: () => look(false) },
    'the focus leaves a page that is then hidden': {
      leave: () => {
        tell('blur');
        look(true);
      },
      comeBack: () => {
        look(false);
        tell('focus');
      },
    },
    'the page is left, and kept by the browser': {
      leave: () => tell('pagehide'),
      comeBack: () => tell('pageshow'),
    },
  };

  describe('in a window', () => {
    it('returns false if the page stays in front', async () => {
      const asked = performance.now();
      expect(await didAppOpen(window, 50)).to.equal(false);
      expect(performance.now() - asked).to.be.greaterThan(40);
    });

    it('returns true if the page was hidden all the while', async () => {
      stub(document, 'hidden', true);
      expect(await didAppOpen(window, 1)).to.equal(true);
    });
  });

  describe('in the element', () => {
    useNetwork();
    const become = useDevice('ios');
    const heard = useEvents();
    const hold = useHeldTimers();
    const direct = { links: 'direct', apps: 'overcast castro' };
    const focused = (element: PrivatePodcastSubscribe) => element.shadowRoot?.activeElement;
    const heading = (element: PrivatePodcastSubscribe) => {
      const title = one(element, '#help-title');
      return title && words(title);
    };
    const notOpened = (app: string) => `${en.helpTitle} ${fill(en.helpOnPhone, { app })}`;
    /** The member taps an app, and what answers it is loaded. */
    const tapApp = async (element: PrivatePodcastSubscribe, app: string) => {
      const before = heard.lines().length;
      tap(element, app);
      await waitUntil(() => heard.lines().length > before, 'the choice');
    };
    const shows = async (element: PrivatePodcastSubscribe, title: string) => {
      await waitUntil(() => heading(element) === title, `“${title}”`);
      await says(element, title);
    };

    it('helps right below the button if the link opened nothing, the app first', async () => {
      const element = await placedWithEpisodes(direct);
      const timers = hold(2000);
      await tapApp(element, 'overcast');
      await waitUntil(timers.isSet, 'two seconds');
      await settled(element);
      expect(has(element, '[part=help]'), 'before').to.equal(false);
      timers.ring();
      const help = await present(element, '[part=help]');
      const button = one(element, '[part~=primary]');
      expect(help.previousElementSibling === button, 'below it').to.equal(true);
      const title = notOpened('Overcast');
      const name = one(element, `#${help.getAttribute('aria-labelledby')}`);
      expect([help.role, words(name!)]).to.deep.equal(['group', title]);
      const ways = all(element, '[part=help] .row > *').map((way) => way.part.value);
      expect(ways).to.deep.equal(['store', 'help-copy']);
      expect(has(element, '[part=listen]'), 'one thing at a time').to.equal(false);
      await says(element, title);
      expect(heard.lines()).to.deep.equal(['pps-ready', 'pps-app-select overcast direct']);
    });

    it('leaves Escape alone once the help is closed', async () => {
      const element = await placedWithEpisodes(direct);
      const timers = hold(OPENING_MS);
      await tapApp(element, 'castro');
      await timers.ringNext();
      await present(element, '[part=help]');
      press(element, '[part=help-close]');
      await settled(element);
      const button = one(element, '[data-app=castro]')!;
      button.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }),
      );
      await settled(element);
      expect(focused(element) === button).to.equal(true);
    });

    it('leaves the help open at an Escape that something else has taken', async () => {
      const element = await placedWithEpisodes(direct);
      const timers = hold(OPENING_MS);
      await tapApp(element, 'overcast');
      await timers.ringNext();
      await present(element, '[part=help]');
      const copy = one(element, '[part=help-copy]')!;
      const press = { key: 'Escape', bubbles: true, composed: true, cancelable: true };
      copy.addEventListener('keydown', (event) => event.preventDefault(), { once: true });
      copy.dispatchEvent(new KeyboardEvent('keydown', press));
      await settled(element);
      expect(has(element, '[part=help]'), 'taken').to.equal(true);
      copy.dispatchEvent(new KeyboardEvent('keydown', press));
      await settled(element);
      expect(has(element, '[part=help]'), 'not taken').to.equal(false);
    });

    it('copies the link where the finger is, and says so in the button', async () => {
      const copied: string[] = [];
      stub(navigator, 'clipboard', {
        writeText: (text: string) => Promise.resolve(void copied.push(text)),
      });
      const element = await placedWithEpisodes({ apps: 'podverse', links: 'direct' });
      await tapApp(element, 'podverse');
      await present(element, '[part=help]');
      const button = press(element, '[part=help-copy]');
      await waitUntil(() => words(button) === `✓ ${en.copied}`, 'the button to say it');
      expect(copied).to.have.length(1);
      await says(element, en.linkCopied);
      expect(has(element, '.link-field')).to.equal(false);
    });

    for (const [name, { leave, comeBack }] of Object.entries(ways)) {
      it(`asks whether it worked when the member comes back: ${name}`, async () => {
        const element = await placedWithEpisodes(direct);
        const timers = hold(OPENING_MS);
        await tapApp(element, 'overcast');
        await leave();
        await settled(element);
        expect(timers.isSet(), 'waiting on').to.equal(false);
        expect(has(element, '[part=help]'), 'while they are away').to.equal(false);
        await comeBack();
        await shows(element, fill(en.didItOpen, { app: 'Overcast' }));
        expect(has(element, '[part=store]')).to.equal(false);
      });
    }

    /** The element after the member went to the app and came back. */
    async function asked(): Promise<PrivatePodcastSubscribe> {
      const element = await placedWithEpisodes(direct);
      await tapApp(element, 'overcast');
      window.dispatchEvent(new Event('blur'));
      await settled(element);
      window.dispatchEvent(new Event('focus'));
      await shows(element, fill(en.didItOpen, { app: 'Overcast' }));
      return element;
    }

    it('thanks the member if it worked', async () => {
      const element = await asked();
      press(element, '[part=did-open]');
      await waitUntil(() => heading(element) === en.enjoy, 'the wish');
      expect(has(element, '[part=store]')).to.equal(false);
      expect(has(element, '[part=listen]'), 'Listen now is back').to.equal(true);
      expect(focused(element), 'focus in the element').to.be.an.instanceOf(HTMLElement);
    });

    it('shows the help if it did not work', async () => {
      const element = await asked();
      press(element, '[part=did-not-open]');
      await waitUntil(() => heading(element) === notOpened('Overcast'), 'the help');
      expect(has(element, '[part=store]')).to.equal(true);
      expect(focused(element)?.part.value, 'the panel, which is read').to.equal('help');
    });

    describe('and the consume page', () => {
      const tapped = async (attributes = {}) => {
        const element = await placedWithEpisodes({ apps: 'overcast', ...attributes });
        const timers = hold(OPENING_MS);
        await tapApp(element, 'overcast');
        await settled(element);
        return { element, timers };
      };
      afterEach(() => sessionStorage.clear());

      it('asks when the member comes back to a page that the browser kept', async () => {
        const { element } = await tapped();
        tell('pagehide');
        await settled(element);
        tell('pageshow');
        await shows(element, fill(en.didItOpen, { app: 'Overcast' }));
        expect(Object.entries(sessionStorage), 'nothing to ask again').to.deep.equal([]);
      });

      it('asks in a page that the browser loads anew for who comes back', async () => {
        const { element } = await tapped();
        element.remove();
        const kept = sessionStorage.getItem('pps-tap');
        expect(kept).to.match(new RegExp(`^overcast 0 ${location.pathname} \\d{13}$`));
        stub(performance, 'getEntriesByType', () => [{ type: 'back_forward' }]);
        const next = await placedWithEpisodes({ apps: 'overcast' });
        await shows(next, fill(en.didItOpen, { app: 'Overcast' }));
        expect(Object.entries(sessionStorage)).to.deep.equal([]);
      });

      it('asks nothing in a page that was opened by a link, or another page', async () => {
        const { element } = await tapped();
        element.remove();
        expect(has(await placedWithEpisodes({ apps: 'overcast' }), '[part=help]')).to.equal(false);
        sessionStorage.setItem('pps-tap', `overcast 0 /elsewhere ${Date.now()}`);
        stub(performance, 'getEntriesByType', () => [{ type: 'back_forward' }]);
        expect(has(await placedWithEpisodes({ apps: 'overcast' }), '[part=help]')).to.equal(false);
      });

      it('asks in the element that was pressed, not in another one before it', async () => {
        const other = await placedWithEpisodes({ apps: 'overcast' });
        const { element } = await tapped();
        element.remove();
        stub(performance, 'getEntriesByType', () => [{ type: 'back_forward' }]);
        const next = await placedWithEpisodes({ apps: 'overcast' });
        await shows(next, fill(en.didItOpen, { app: 'Overcast' }));
        expect(has(other, '[part=help]')).to.equal(false);
      });

      it('asks by the name that the page gives the app', async () => {
        const { element } = await tapped();
        element.remove();
        stub(performance, 'getEntriesByType', () => [{ type: 'back_forward' }]);
        const next = await place({ token: 't0ken', endpoint, apps: 'overcast' });
        next.appOverrides = [{ id: 'overcast', name: 'Overcast Pro' }];
        await shows(next, fill(en.didItOpen, { app: 'Overcast Pro' }));
      });

      it('keeps nothing of the tap with forget-app', async () => {
        await tapped({ 'forget-app': '' });
        expect(Object.entries(sessionStorage)).to.deep.equal([]);
      });
    });

    describe('and the first app', () => {
      it('leads to the store, and afterwards opens the app in the same place', async () => {
        become('android');
        const element = await placedWithEpisodes({ links: 'direct' });
        const store = one(element, '[part=starter]') as HTMLAnchorElement;
        expect(store.href).to.contain('play.google.com/store/apps/details?id=de.danoeh.antennapod');
        store.addEventListener('click', (event) => event.preventDefault());
        store.click();
        const open = await present<HTMLAnchorElement>(element, '[part=starter][data-app]');
        expect(words(open.parentElement!)).to.equal('Done? Open in AntennaPod');
        expect(open.protocol).to.equal('pcast:');
        expect(storage(), 'not yet').to.deep.equal({});
        const timers = hold(OPENING_MS);
        open.addEventListener('click', (event) => event.preventDefault());
        open.click();
        expect(storage()).to.deep.equal({ 'pps-app': 'antennapod' });
        await timers.ringNext();
        const help = await present(element, '[part=help]');
        expect(help.closest('.starter'), 'at the link').to.be.an.instanceOf(HTMLElement);
      });
    });

    describe('and rememberApp', () => {
      const apps = 'overcast castro';

      it('keeps only the id of the app chosen last, and puts that app first', async () => {
        const element = await placedWithEpisodes({ apps });
        expect(storage()).to.deep.equal({});
        tap(element, 'castro');
        await waitUntil(() => heard.lines().includes('pps-app-select castro consume'));
        expect(storage()).to.deep.equal({ 'pps-app': 'castro' });
        expect(one(element, '[part~=primary]')?.dataset.app, 'nothing moves').to.equal('overcast');
        const next = await placed('ready', { apps });
        expect(one(next, '[part~=primary]')?.dataset.app).to.equal('castro');
      });

      it('neither remembers an app nor follows a remembered one with forget-app', async () => {
        const element = await placedWithEpisodes({ apps, 'forget-app': '' });
        tap(element, 'castro');
        await waitUntil(() => heard.lines().includes('pps-app-select castro consume'));
        await settled(element);
        expect(storage()).to.deep.equal({});
        localStorage.setItem('pps-app', 'castro');
        const next = await placed('ready', { apps, 'forget-app': '' });
        expect(one(next, '[part~=primary]')?.dataset.app).to.equal('overcast');
      });
    });
  });
});
