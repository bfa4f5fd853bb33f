/**
 * Captions out of a transcript.
 *
 * @engines media
 */
import { expect } from '@open-wc/testing';
import { addCaptions } from '../../../src/components/transcript/captions.js';

/** Cues as `start-end text`. */
function cuesOf(video: HTMLVideoElement): string[] {
  const track = video.textTracks[0]!;
  track.mode = 'hidden';
  return [...(track.cues as unknown as VTTCue[])].map(
    ({ startTime, endTime, text }) => `${startTime}-${endTime} ${text}`,
  );
}

describe('addCaptions', () => {
  it('adds a cue for each line, with an end and the speaker where they begin', async () => {
    const video = document.createElement('video');
    await addCaptions(
      video,
      [
        { start: 1, end: 2, speaker: 'Ann', text: 'R&B <3' },
        { start: 3, end: 1, speaker: 'Ann', text: 'ends before it begins' },
        { start: 4, end: NaN, speaker: 'Bo', text: 'no end' },
        { start: 60, text: 'the last' },
      ],
      'en',
    );
    expect(cuesOf(video)).to.deep.equal([
      '1-2 Ann: R&amp;B &lt;3',
      '3-4 ends before it begins',
      '4-9 Bo: no end',
      '60-65 the last',
    ]);
    const [track] = video.textTracks;
    expect([track!.kind, track!.language]).to.deep.equal(['captions', 'en']);
  });

  it('adds them once for each video, turned off', async () => {
    const video = document.createElement('video');
    const lines = [{ start: 1, end: 2, text: 'One' }];
    await addCaptions(video, lines, undefined);
    await addCaptions(video, lines, undefined);
    expect(video.textTracks.length).to.equal(1);
    expect(video.textTracks[0]!.mode).to.equal('disabled');
  });
});
