/** Spellings of any text: case, blanks around it, escapes of XML, of URLs and of headers. */
import fc from 'fast-check';
import type { Spelling } from '../same.js';

/** Joins what is drawn for each character. */
export const eachCharacter =
  (draw: (character: string) => fc.Arbitrary<string>): Spelling<string> =>
  (text) =>
    fc.tuple(...Array.from(text, draw)).map((all) => all.join(''));

/** ASCII letters in either case. */
export const anyCase = eachCharacter((character) =>
  /[a-z]/i.test(character)
    ? fc.constantFrom(character.toLowerCase(), character.toUpperCase())
    : fc.constant(character),
);

const blanks = (kinds: string) =>
  fc.string({ unit: fc.constantFrom(...Array.from(kinds)), maxLength: 3 });

/** @param kinds the characters that count as blank: space and tab in a header (OWS of RFC 9110) */
export const blanksAround =
  (kinds = ' \t\r\n'): Spelling<string> =>
  (text) =>
    fc.tuple(blanks(kinds), blanks(kinds)).map(([before, after]) => `${before}${text}${after}`);

const named: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** As the value of an XML attribute: each character plain, named, or by its number. */
export const inXmlAttribute = eachCharacter((character) => {
  const code = character.codePointAt(0) ?? 0;
  return fc.constantFrom(
    named[character] ?? character,
    `&#${code};`,
    `&#x${code.toString(16)};`,
    `&#x0${code.toString(16).toUpperCase()};`,
  );
});

/** As the text of an XML element: escaped, or as CDATA, also in pieces. */
export const inXml: Spelling<string> = (text) => {
  const piece = (part: string) =>
    fc.oneof(
      inXmlAttribute(part),
      fc.constant(`<![CDATA[${part.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`),
    );
  return fc
    .nat({ max: text.length })
    .chain((at) => fc.tuple(piece(text.slice(0, at)), piece(text.slice(at))))
    .map((pieces) => pieces.join(''));
};

/** As a part of a URL: any character may be percent-encoded, in hex of either case. */
export const percentEncoded = eachCharacter((character) => {
  const upper = Buffer.from(character).toString('hex').toUpperCase().replace(/../g, '%$&');
  return fc.constantFrom(encodeURIComponent(character), upper, upper.toLowerCase());
});

/** As the value of a parameter in a header: a token, or a quoted string with any character escaped (RFC 9110 §5.6.4). */
export const asParameter: Spelling<string> = (text) =>
  fc.oneof(
    ...(/^[\w!#$%&'*+.^`|~-]+$/.test(text) ? [fc.constant(text)] : []),
    eachCharacter((character) =>
      /["\\]/.test(character)
        ? fc.constant(`\\${character}`)
        : fc.constantFrom(character, `\\${character}`),
    )(text).map((inner) => `"${inner}"`),
  );

/** Members as the list of a header: with blanks and empty members (RFC 9110 §5.6.1). */
export const asHeaderList: Spelling<readonly string[], string> = (members) =>
  fc
    .tuple(...members.map(blanksAround(' \t')))
    .chain((spelt) =>
      fc.constantFrom(spelt.join(','), `, ${spelt.join(', ,')}`, `${spelt.join(',')},`),
    );
