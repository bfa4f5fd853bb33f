/** Which key does what, and where keys belong to somebody else. */
import { describe, expect, it } from 'vitest';
import { actOnKey } from '../../../../src/components/player/panel/keys.js';

interface Place {
  localName?: string;
  type?: string;
  isInButton?: boolean;
}

/** What a key does, in a word or two; `undefined` if it is not the player's. */
function pressed(
  key: string,
  { localName = 'section', type = '', isInButton = false }: Place = {},
  more: object = {},
): string | undefined {
  const asked: string[] = [];
  const closest = () => (isInButton ? {} : null);
  const target = { localName, type, closest };
  const event = { key, target, altKey: false, ctrlKey: false, metaKey: false, ...more };
  const isTaken = actOnKey(event as unknown as KeyboardEvent, {
    toggle: () => asked.push('toggle'),
    seekBy: (seconds) => asked.push(`by ${seconds}`),
    seekToShare: (share) => asked.push(`to ${share}`),
    changeSpeed: (step) => asked.push(`speed ${step}`),
    mute: () => asked.push('mute'),
  });
  expect(isTaken, `${key} taken`).toBe(asked.length > 0);
  return asked.join() || undefined;
}

const slider: Place = { localName: 'input', type: 'range' };

describe('actOnKey', () => {
  it.each([
    [' ', 'toggle'],
    ['k', 'toggle'],
    ['K', 'toggle'],
    ['j', 'by -15'],
    ['l', 'by 30'],
    ['ArrowLeft', 'by -5'],
    ['ArrowRight', 'by 5'],
    ['<', 'speed -1'],
    ['>', 'speed 1'],
    ['m', 'mute'],
    ['0', 'to 0'],
    ['5', 'to 0.5'],
    ['9', 'to 0.9'],
  ])('acts on “%s”: %s', (key, action) => {
    expect(pressed(key)).toBe(action);
    expect(pressed(key, slider), 'on the slider').toBe(action);
  });

  it.each(['a', 'Enter', 'Tab', 'Home', 'ArrowUp', 'ArrowDown', 'F1', '10'])(
    'leaves “%s” to the page',
    (key) => {
      expect(pressed(key)).toBeUndefined();
    },
  );

  it('moves the slider up and down as well', () => {
    expect(pressed('ArrowUp', slider)).toBe('by 5');
    expect(pressed('ArrowDown', slider)).toBe('by -5');
  });

  it('leaves the space bar to a button that has the focus, and takes the letters there', () => {
    expect(pressed(' ', { localName: 'button', isInButton: true })).toBeUndefined();
    expect(pressed('k', { localName: 'button', isInButton: true })).toBe('toggle');
  });

  it.each([
    { localName: 'input', type: 'search' },
    { localName: 'input', type: 'text' },
    { localName: 'textarea', type: 'textarea' },
    { localName: 'select', type: 'select-one' },
  ])('leaves every key to an $localName of the type $type', (place) => {
    for (const key of [' ', 'k', 'j', 'l', 'm', '<', '5', 'ArrowLeft']) {
      expect(pressed(key, place)).toBeUndefined();
    }
  });

  it.each(['altKey', 'ctrlKey', 'metaKey', 'isComposing'])(
    'leaves keys with %s to the browser',
    (modifier) => {
      for (const key of ['l', '0', 'ArrowLeft', 'm']) {
        expect(pressed(key, {}, { [modifier]: true })).toBeUndefined();
      }
    },
  );
});
