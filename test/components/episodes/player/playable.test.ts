/** The recordings of the tests play in every engine that has their codecs: see `scripts/browsers.mjs`. */
import { expect } from '@open-wc/testing';
import { canPlay, recordingOf } from '../../../support/element/playable.js';

describe('canPlay', () => {
  const always = ['audio/wav', 'audio/mpeg', 'video/webm'] as const;
  for (const type of always) {
    it(`plays ${type} in each engine`, async () => {
      expect(await canPlay(type)).to.equal(true);
    });
  }

  for (const type of ['audio/mp4', 'video/mp4'] as const) {
    it(`plays ${type} where the browser says that it can`, async () => {
      const media = document.createElement('video');
      const codecs = type === 'audio/mp4' ? 'mp4a.40.2' : 'avc1.42E01E, mp4a.40.2';
      const promise = media.canPlayType(`${type}; codecs="${codecs}"`);
      expect(await canPlay(type)).to.equal(promise !== '');
    });
  }
});

describe('recordingOf', () => {
  it('has recordings that a page can seek in', async () => {
    const media = document.createElement('video');
    media.src = URL.createObjectURL(await recordingOf('video/webm'));
    media.currentTime = 6;
    await new Promise((resolve) => (media.onseeked = resolve));
    expect(media.currentTime).to.equal(6);
    expect(media.duration).to.be.closeTo(10, 0.6);
    URL.revokeObjectURL(media.src);
  });
});
