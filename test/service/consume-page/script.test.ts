/** The consume page's script: shows the app alone that the fragment names. */
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import script from '../../../src/service/consume-page/consume-page-script.js?raw';

/** Runs the script on a page with a fragment, and says what it did to the element. */
function run(hash: string) {
  const attributes = new Map<string, string>();
  const listeners = new Map<string, () => void>();
  const location = { hash };
  const element = {
    setAttribute: (name: string, value: string) => attributes.set(name, value),
    removeAttribute: (name: string) => attributes.delete(name),
  };
  runInNewContext(script, {
    document: { querySelector: () => element },
    location,
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
  });
  return { attributes, location, change: () => listeners.get('hashchange')!() };
}

describe('the script of the consume page', () => {
  it('shows the app alone that the fragment names', () => {
    const { attributes, location, change } = run('#overcast');
    expect([...attributes]).toEqual([['one-app', 'overcast']]);
    location.hash = '#castro';
    change();
    expect([...attributes]).toEqual([['one-app', 'castro']]);
    location.hash = '';
    change();
    expect([...attributes]).toEqual([]);
  });

  it('shows all apps without a fragment', () => {
    expect([...run('').attributes]).toEqual([]);
  });
});
