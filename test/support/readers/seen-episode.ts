/** An episode as a podcast app sees it, whichever app it is. */
export interface SeenEpisode {
  guid: string;
  title: string;
  /** Of the recording; empty where the app found none. */
  url: string;
  /** Media type of the recording. */
  type: string;
  /** Milliseconds since 1970; `NaN` or 0 where the app found no date. */
  date: number;
}
