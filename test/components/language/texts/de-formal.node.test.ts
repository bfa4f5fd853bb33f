/** German for members who are addressed with “Sie”. */
import { describe, expect, it } from 'vitest';
import { loadPlayerTexts } from '../../../../src/components/language/texts/player/player-texts.js';
import { loadTexts } from '../../../../src/components/language/texts/language-table.js';
import { messageTexts } from '../../../../src/pages/message-texts.js';

/** What German says to a friend: the pronouns, and a verb that commands, first in its clause. */
const FAMILIAR =
  /\b(du|dir|dich|dein\p{L}*)\b|(?<=^|[.:,!?] |\bund |\bdann )(Entferne|Füge|füge|Geh|Halte|Hör|Kopiere|Lade|Mach|melde|Melde|Öffne|Scanne|tippe|Tippe|Versuch|wähle|Wähle|hol)(?!\p{L})/u;

const familiar = (texts: object): string[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    FAMILIAR.test([text].flat().join(' ')) ? [name] : [],
  );

describe('deFormal', () => {
  it('says “du” to nobody, in the element, its player and on the short pages', async () => {
    expect(familiar(await loadTexts('de-formal'))).to.deep.equal([]);
    expect(familiar(await loadPlayerTexts('de-formal'))).to.deep.equal([]);
    expect(familiar(messageTexts['de-formal'])).to.deep.equal([]);
  });
});
