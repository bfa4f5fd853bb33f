/** The transcript of the episode: read once the member opens the panel, and in step with the sound. A video has it as captions. */
import type { PlayerTexts } from '../../language/texts/player/en.js';
import type { Playback } from '../playback.js';
import type { Feature } from '../player-store.js';

export const readAlong =
  (player: Playback, texts: () => PlayerTexts): Feature =>
  (media, signal) => {
    const { state, services } = player;
    const { chunks, host, language } = services;
    player.set({ transcript: undefined });

    async function read(): Promise<void> {
      const { episode } = state;
      if (!episode?.transcripts.length) return;
      const { openTranscript } = await chunks.get(() => import('../../transcript/transcript.js'));
      const lang = player.podcast()?.language;
      const transcript = await openTranscript({
        transcripts: episode.transcripts,
        texts: texts(),
        locale: language.locale,
        chunks,
        lang,
        root: host.renderRoot,
        seek: (seconds) => player.playFrom(episode, seconds),
        signal,
      });
      if (signal.aborted || !transcript) return;
      player.set({ transcript });
      transcript.follow(player.position);
      if (!(media instanceof HTMLVideoElement)) return;
      const { addCaptions } = await chunks.get(() => import('../../transcript/captions.js'));
      await addCaptions(media, transcript.lines, lang);
    }

    let isRead: Promise<void> | undefined;
    const look = async () => {
      const { isExpanded, wantsTranscript } = state;
      if (isExpanded || media.localName === 'video') isRead ??= read();
      if (!isRead || !wantsTranscript) return;
      player.set({ wantsTranscript: false });
      await isRead;
      if (!signal.aborted) state.transcript?.show();
    };
    player.subscribe(({ isExpanded, wantsTranscript }) => {
      if (isExpanded ?? wantsTranscript) void look();
    }, signal);
    const follow = () => {
      if (state.isExpanded) state.transcript?.follow(media.currentTime);
    };
    for (const type of ['timeupdate', 'seeked', 'playing'])
      media.addEventListener(type, follow, { signal });
    void look();
  };
