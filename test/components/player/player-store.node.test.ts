/** The player's store, against a model: who hears of what, and what is attached to what. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlayerStore, type PlayerState } from '../../../src/components/player/player-store.js';

/** The store, with what only the player itself may do. */
class Player extends PlayerStore {
  override attach = (): void => super.attach();
  override detach = (): void => super.detach();
}

const change = fc.record(
  {
    status: fc.constantFrom<PlayerState['status'][]>('paused', 'playing', 'failed'),
    position: fc.integer({ min: 0, max: 2 }),
    isExpanded: fc.boolean(),
    dragged: fc.constantFrom(undefined, 1),
  },
  { requiredKeys: [] },
);

describe('PlayerStore', () => {
  it('tells each listener once of each value that is another than before', () => {
    const law = fc.property(fc.array(change), (changes) => {
      const player = new PlayerStore();
      const told: Partial<PlayerState> = { ...player.state };
      player.subscribe((changed) => {
        for (const [name, value] of Object.entries(changed)) {
          expect(value).not.toBe(told[name as keyof PlayerState]);
        }
        Object.assign(told, changed);
        expect(player.state).toEqual(told);
      });
      for (const next of changes) {
        player.set(next);
        expect(player.state).toEqual({ ...player.state, ...next });
      }
      expect(told).toEqual(player.state);
    });
    fc.assert(law);
  });

  it('tells nobody whose signal has ended', () => {
    const player = new PlayerStore();
    const end = new AbortController();
    const heard: unknown[] = [];
    player.subscribe((changed) => heard.push(changed), end.signal);
    player.set({ position: 1 });
    end.abort();
    player.set({ position: 2 });
    expect(heard).toEqual([{ position: 1 }]);
  });

  it('has each feature attached once to what is in the player, and to nothing else', () => {
    const step = fc.constantFrom('use', 'open', 'rest');
    const law = fc.property(fc.array(step), (steps) => {
      const player = new Player();
      const media = {} as HTMLMediaElement;
      player.set({ media });
      /** The signals that each feature was given. */
      const given: AbortSignal[][] = [];
      let isOpen = false;
      for (const step of steps) {
        if (step === 'use') {
          const signals: AbortSignal[] = [];
          given.push(signals);
          player.use((on, signal) => {
            expect(on).toBe(media);
            signals.push(signal);
          });
        } else if (step === 'open') player.attach();
        else player.detach();
        if (step !== 'use') isOpen = step === 'open';
        for (const signals of given) {
          expect(signals.filter(({ aborted }) => !aborted)).toHaveLength(isOpen ? 1 : 0);
        }
      }
    });
    fc.assert(law);
  });
});
