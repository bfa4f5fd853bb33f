/** The request for the Subscription, which is sent before the code that reads the answer has come. */
import { expect } from '@open-wc/testing';
import { sendEarly } from '../../../src/components/subscription/handler-request.js';
import { en } from '../../../src/components/language/texts/en.js';
import {
  endpoint,
  has,
  one,
  place,
  reach,
  silent,
  useEvents,
  useNetwork,
  useStub,
} from '../../support/element/element.js';
import { useHeldTimers } from '../../support/waiting/held-timers.js';
import { waitUntil } from '../../support/waiting/wait-until.js';

describe('sendEarly', () => {
  const network = useNetwork();
  const heard = useEvents();
  const stub = useStub();
  const hold = useHeldTimers();
  const send = (
    token: string | undefined = 't0ken',
    url = endpoint,
    leaving = new AbortController(),
  ) => sendEarly(url, token, leaving.signal);

  it('sends the handler’s request at once, and returns its answer', async () => {
    const early = send();
    const [request, ...more] = network.asked('publisher');
    expect(request?.url).to.equal(endpoint);
    expect(request?.method).to.equal('GET');
    expect(request?.redirect).to.equal('manual');
    expect(request?.headers.get('authorization')).to.equal('Bearer t0ken');
    const answer = await early!(new AbortController().signal);
    expect(await answer.json()).to.deep.include({ sku: 'sid:harbours' });
    expect([more.length, network.asked('publisher').length]).to.deep.equal([0, 1]);
  });

  it('sends nothing without a token, or to a URL that no token may go to', () => {
    expect(sendEarly(endpoint, undefined, new AbortController().signal)).to.equal(undefined);
    for (const url of ['', 'http://publisher.example/subscribe', 'ftp://publisher.example']) {
      expect(send('t0ken', url), url).to.equal(undefined);
    }
    expect(send('')).to.equal(undefined);
    expect(network.asked('publisher')).to.deep.equal([]);
  });

  for (const who of ['the element that leaves', 'the one who reads its answer'] as const) {
    it(`is aborted by ${who}`, async () => {
      network.handler = silent;
      const leaving = new AbortController();
      const reading = new AbortController();
      const early = send('t0ken', endpoint, leaving)!;
      const answer = early(reading.signal);
      (who === 'the element that leaves' ? leaving : reading).abort();
      const error = await answer.catch((reason: unknown) => reason);
      expect(error).to.be.an.instanceOf(DOMException);
      expect(network.asked('publisher')[0]?.signal.aborted).to.equal(true);
    });
  }

  it('causes no unhandled rejection before anyone reads the answer', async () => {
    const unhandled: unknown[] = [];
    const note = (event: PromiseRejectionEvent) => {
      event.preventDefault();
      unhandled.push(event.reason);
    };
    window.addEventListener('unhandledrejection', note);
    // The test runner prints the rejection all the same.
    stub(console, 'error', () => undefined);
    try {
      network.handler = () => Promise.reject(new TypeError('Failed to fetch'));
      const early = send()!;
      // A rejection that nobody handles, after the other: the browser reports them in order.
      const unheard = new Error('unheard');
      void Promise.reject(unheard);
      await waitUntil(() => unhandled.includes(unheard), 'the report of a rejection');
      const error: unknown = await early(new AbortController().signal).catch(
        (reason: unknown) => reason,
      );
      expect(error).to.be.an.instanceOf(TypeError);
      expect(unhandled).to.deep.equal([unheard]);
    } finally {
      window.removeEventListener('unhandledrejection', note);
    }
  });

  describe('of the element', () => {
    it('reports a time-out if no answer comes in time', async () => {
      const deadline = hold(10_000);
      network.handler = silent;
      const element = await place();
      await deadline.ringNext();
      await reach(element, 'failed');
      expect(heard.lines()).to.deep.equal(['pps-error timeout']);
      expect(one(element, '.root')?.textContent).to.contain(en.failedBusy);
      expect(network.asked('publisher')[0]?.signal.aborted).to.equal(true);
      expect(has(element, '[part=retry]')).to.equal(true);
    });
  });
});
