/** The app that a member chose is kept in the browser's storage, if there is one. */
import { expect } from '@open-wc/testing';
import { rememberApp } from '../../../src/components/buttons/remember-app.js';
import { rememberedApp } from '../../../src/components/buttons/remembered-app.js';

describe('rememberedApp', () => {
  const own = Object.getOwnPropertyDescriptor(window, 'localStorage');
  /** Replaces the page's storage. A browser that refuses access has a getter that throws. */
  const storage = (get: () => unknown) =>
    Object.defineProperty(window, 'localStorage', { get, configurable: true });
  afterEach(() => {
    if (own) Object.defineProperty(window, 'localStorage', own);
    localStorage.removeItem('pps-app');
  });

  it('returns the last app chosen, and nothing else is kept', () => {
    localStorage.clear();
    expect(rememberedApp()).to.equal(undefined);
    rememberApp('castro');
    rememberApp('overcast');
    expect(rememberedApp()).to.equal('overcast');
    expect(Object.entries(localStorage)).to.deep.equal([['pps-app', 'overcast']]);
  });

  it('returns no app if the browser has no storage or refuses access', () => {
    rememberApp('castro');
    const refuse = () => {
      throw new DOMException('Refused.', 'SecurityError');
    };
    for (const get of [refuse, () => undefined, () => null]) {
      storage(get);
      expect(() => rememberApp('overcast')).not.to.throw();
      expect(rememberedApp()).to.equal(undefined);
    }
  });

  it('returns the app chosen before if the storage is full', () => {
    storage(() => ({
      getItem: () => 'castro',
      setItem: () => {
        throw new DOMException('Full.', 'QuotaExceededError');
      },
    }));
    expect(() => rememberApp('overcast')).not.to.throw();
    expect(rememberedApp()).to.equal('castro');
  });
});
