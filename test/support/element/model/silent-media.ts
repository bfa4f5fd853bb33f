/** Recordings that play without a sound, in no time: whether one plays changes at once, as its events say. */

type Stub = (target: object, name: string, value: unknown) => void;

/** @param stub replaces a property of the page until the test is over. */
export function silenceMedia(stub: Stub): void {
  const { prototype } = HTMLMediaElement;
  const playing = new WeakSet<HTMLMediaElement>();
  const tell = (media: HTMLMediaElement, types: string[]) =>
    queueMicrotask(() => types.forEach((type) => media.dispatchEvent(new Event(type))));
  const stop = (media: HTMLMediaElement, ...types: string[]) => {
    if (playing.delete(media)) tell(media, types);
  };
  stub(prototype, 'play', function (this: HTMLMediaElement) {
    playing.add(this);
    tell(this, ['play', 'playing']);
    return Promise.resolve();
  });
  stub(prototype, 'pause', function (this: HTMLMediaElement) {
    stop(this, 'pause');
  });
  stub(prototype, 'load', function (this: HTMLMediaElement) {
    stop(this, 'emptied');
  });
  const own = {
    paused: { get: (media: HTMLMediaElement) => !playing.has(media) },
    // What is set is what the page gave: nothing is loaded.
    src: {
      get: (media: HTMLMediaElement) => media.getAttribute('data-src') ?? '',
      set: (media: HTMLMediaElement, url: string) => {
        stop(media, 'emptied');
        media.setAttribute('data-src', url);
      },
    },
  };
  for (const [name, { get, ...more }] of Object.entries(own)) {
    const before = Object.getOwnPropertyDescriptor(prototype, name)!;
    stub(prototype, name, undefined);
    Object.defineProperty(prototype, name, {
      ...before,
      get(this: HTMLMediaElement) {
        return get(this);
      },
      ...('set' in more && {
        set(this: HTMLMediaElement, url: string) {
          more.set(this, url);
        },
      }),
      configurable: true,
    });
  }
}
