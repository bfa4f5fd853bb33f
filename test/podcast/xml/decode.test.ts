/** A feed can state its encoding more than once; the order of precedence decides. */
import { describe, expect, it } from 'vitest';
import { cleanText, decodeFeed } from '../../../src/podcast/xml/decode.js';

const latin = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('decodeFeed', () => {
  const declared = (encoding: string, text: string) =>
    `<?xml version="1.0" encoding="${encoding}"?><a>${text}</a>`;

  it('prefers the byte-order mark', () => {
    const bytes = utf8(`\ufeff${declared('iso-8859-1', 'é')}`);
    expect(decodeFeed(bytes, 'text/xml; charset=koi8-r')).toBe(declared('iso-8859-1', 'é'));
  });

  it('prefers the HTTP charset to the declaration', () => {
    const bytes = utf8(declared('iso-8859-1', 'é'));
    for (const charset of ['utf-8', '"UTF-8"', " 'utf-8' ; a=b"]) {
      expect(decodeFeed(bytes, `application/rss+xml;charset=${charset}`)).toContain('>é<');
    }
    expect(decodeFeed(bytes, 'application/rss+xml')).toContain('>Ã©<');
  });

  it('decodes windows-1252 even if the platform gets it wrong', () => {
    const bytes = latin(declared('windows-1252', '\x80\x93\x99\xe9'));
    expect(decodeFeed(bytes)).toContain('>€“™é<');
  });

  it('ignores a label that cannot be right', () => {
    expect(decodeFeed(utf8(declared('utf-16', 'é')))).toContain('>é<');
    expect(decodeFeed(utf8(declared('x-unknown', 'é')), 'text/xml;charset=none')).toContain('>é<');
    expect(decodeFeed(latin(declared('iso-8859-1', 'é')), 'text/xml;charset=us-ascii')).toContain(
      '>é<',
    );
  });

  it.each(['us-ascii', 'ASCII'])('reads UTF-8 under the label %s', (label) => {
    expect(decodeFeed(utf8(declared(label, 'ä')), `text/xml;charset=${label}`)).toContain('>ä<');
  });

  it('replaces invalid UTF-8', () => {
    expect(decodeFeed(Uint8Array.of(0x61, 0xff, 0xc3, 0x62))).toBe('a\ufffd\ufffdb');
  });
});

describe('cleanText', () => {
  it('drops characters that XML forbids, and only those', () => {
    expect(cleanText('a\0\x08b\t\n\rc\x0b\x1f\uffffd😀')).toBe('ab\t\n\rcd😀');
  });

  it('turns C1 controls into windows-1252 characters', () => {
    expect(cleanText('don\x92t \x96 \x85')).toBe('don’t – …');
  });
});
