/** How many episodes the page wants to be shown at first: the default for what is no number, `Number('')` included. */
export const episodeCount = (given: unknown): number =>
  parseFloat(given as string) === +(given as string) ? +(given as string) : 5;
