/** Captions of a video, out of its transcript: the browser's own menu shows and hides them. */
import { pause, startWork } from '../loading/work-pauses.js';
import type { TranscriptLine } from './transcript-line.js';

/** Seconds that a line stays if nothing says how long. */
const SHOWN_S = 5;

/** Adds the captions, once for each video. They are off until the member turns them on. */
export async function addCaptions(
  video: HTMLVideoElement,
  lines: readonly TranscriptLine[],
  lang: string | undefined,
): Promise<void> {
  if (video.textTracks.length) return;
  const track = video.addTextTrack('captions', '', lang);
  // Cues of a track that is off cost nothing while they are added.
  track.mode = 'disabled';
  let isPauseDue = startWork();
  for (const [index, { start, end = NaN, speaker, text }] of lines.entries()) {
    const next = lines[index + 1]?.start ?? Infinity;
    const name = speaker && speaker !== lines[index - 1]?.speaker ? `${speaker}: ` : '';
    track.addCue(
      new VTTCue(
        start,
        end > start ? end : Math.max(start, Math.min(next, start + SHOWN_S)),
        `${name}${text}`.replace(/&/g, '&amp;').replace(/</g, '&lt;'),
      ),
    );
    if (!isPauseDue()) continue;
    await pause();
    isPauseDue = startWork();
  }
}
