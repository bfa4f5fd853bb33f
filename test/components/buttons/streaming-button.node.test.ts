/** The streaming-music app of a show. */
import { describe, expect, it } from 'vitest';
import { streamingButton } from '../../../src/components/buttons/streaming-button.js';

const show = {
  feedUrl: 'https://feeds.example/show.rss',
  streamingUrl: undefined,
  spotifyId: undefined,
  platform: 'ios',
} as const;

describe('streamingButton', () => {
  it('leads to the URL that the publisher gives', () => {
    const streamingUrl = 'https://streaming.example/show/7';
    const button = streamingButton({ ...show, streamingUrl, spotifyId: '4rOoJ6Egrf8K2IrywzwOMk' });
    expect([button?.app.id, button?.href, button?.via]).toEqual([
      'spotify',
      streamingUrl,
      'direct',
    ]);
  });

  it('leads to the show by the id that comes with the podcast', () => {
    const button = streamingButton({ ...show, spotifyId: '4rOoJ6Egrf8K2IrywzwOMk' });
    expect(button?.href).toMatch(/\/show\/4rOoJ6Egrf8K2IrywzwOMk$/);
  });

  it('is absent where the show is not known, or its id is none', () => {
    expect(streamingButton(show)).toBeUndefined();
    expect(streamingButton({ ...show, spotifyId: '../../evil' })).toBeUndefined();
  });
});
