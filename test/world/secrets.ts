/** What may stand in no answer, log line, error or cache, but where it belongs. */
export class Secrets {
  /** The first that was found. Whoever catches the error below does not hide it. */
  leak: Error | undefined;
  readonly #known = new Set<string>();

  keep(secret: string): string {
    this.#known.add(secret);
    return secret;
  }

  /** @throws if a text holds a secret, but for those that belong there. */
  search(text: string, where: string, belongs = ''): void {
    for (const secret of this.#known)
      if (text.includes(secret) && !belongs.includes(secret))
        throw (this.leak ??= new Error(`A secret (${secret}) is in ${where}: ${text}`));
  }
}
