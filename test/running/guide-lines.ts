/** The commands of docs/running.md, with who runs them, and the lines that the test leaves out. */

export interface Block {
  /** The heading that it is under. */
  section: string;
  user: 'root' | 'podcast';
  lines: string[];
}

const heads: Partial<Record<string, Block['user']>> = {
  '# as root': 'root',
  '# as root, in the folder with compose.yaml': 'root',
  '# as podcast, in /srv/podcast': 'podcast',
};

/** The blocks of a language, with the heading that each is under. */
export function blocksOf(guide: string, language: string): { section: string; text: string }[] {
  let section = '';
  const found: { section: string; text: string }[] = [];
  for (const [, heading, kind, text] of guide.matchAll(/^##+ (.+)$|^```(\w+)\n([^]*?)^```$/gm)) {
    if (heading) section = heading;
    else if (kind === language) found.push({ section, text: text! });
  }
  return found;
}

/** @throws if a block does not say who runs it */
export function commandsOf(guide: string): Block[] {
  return blocksOf(guide, 'sh').map(({ section, text }) => {
    const [head, ...lines] = text.trimEnd().split('\n');
    const user = heads[head!];
    if (!user) throw new Error(`The first line has to say who runs it and where: ${head}`);
    return { section, user, lines };
  });
}

/** The lines that the guide's own comment names as not run. */
export function leftOut(guide: string): string[] {
  const [, list] = /^<!--\nA test follows [^]*?:\n([^]*?)\n-->$/m.exec(guide) ?? [];
  if (!list) throw new Error('The guide has no comment with the lines that its test leaves out.');
  return list.split('\n');
}
