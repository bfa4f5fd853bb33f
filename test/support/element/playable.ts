/**
 * Recordings for tests, and whether this browser plays them: not every machine has the codecs, and
 * what `canPlayType` promises it may still refuse.
 *
 * The film and the silence of ten seconds in `recordings` were made with ffmpeg 5.1, small enough to
 * be kept here:
 *
 *     SILENT="-f lavfi -i anullsrc=r=8000:cl=mono" FILM="-f lavfi -i color=c=teal:s=32x18:r=2 $SILENT -t 10 -g 4"
 *     ffmpeg $FILM -c:v libx264 -profile:v baseline -pix_fmt yuv420p -b:a 8k -movflags +faststart film.mp4
 *     ffmpeg $FILM -c:v libvpx -b:v 5k -c:a libopus -b:a 6k -frame_duration 60 film.webm
 *     ffmpeg $SILENT -t 10 -c:a aac -b:a 8k -movflags +faststart silence.m4a
 */
import { silence } from './silence.js';

const fileOf = {
  'audio/mpeg': '/demo/show/media/trailer.mp3',
  'audio/mp4': '/test/support/element/recordings/silence.m4a',
  'video/mp4': '/test/support/element/recordings/film.mp4',
  'video/webm': '/test/support/element/recordings/film.webm',
};

export type RecordingType = 'audio/wav' | keyof typeof fileOf;

/** A recording of a type. A page can seek in it, which it cannot in what the test server sends. */
export async function recordingOf(type: RecordingType): Promise<Blob> {
  if (type === 'audio/wav') return silence(10);
  const answer = await fetch(fileOf[type]);
  return new Blob([await answer.arrayBuffer()], { type });
}

const played = new Map<RecordingType, Promise<boolean>>();

/** Whether this browser really plays recordings of a type: each is played for a moment, once. */
export function canPlay(type: RecordingType): Promise<boolean> {
  const known = played.get(type) ?? playsAMoment(type);
  played.set(type, known);
  return known;
}

async function playsAMoment(type: RecordingType): Promise<boolean> {
  const media = document.createElement(type.startsWith('video') ? 'video' : 'audio');
  media.muted = true;
  media.src = URL.createObjectURL(await recordingOf(type));
  const moved = new Promise<boolean>((resolve) => {
    media.ontimeupdate = () => media.currentTime > 0 && resolve(true);
    media.onerror = () => resolve(false);
  });
  try {
    await media.play();
    return await moved;
  } catch {
    return false;
  } finally {
    URL.revokeObjectURL(media.src);
    media.removeAttribute('src');
    media.load();
  }
}
