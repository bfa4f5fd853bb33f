/** Where a member gets help: what a page may give as its `contact`, and where it leads. */
import { describe, expect, it } from 'vitest';
import { contactUrl } from '../../../src/components/page/contact-url.js';

const page = 'https://breakwater.example/members/podcast?token=s3cret#top';

describe('contactUrl', () => {
  const good: Record<string, string> = {
    'help@breakwater.example': 'mailto:help@breakwater.example',
    ' help@breakwater.example ': 'mailto:help@breakwater.example',
    'mailto:help@breakwater.example': 'mailto:help@breakwater.example',
    'mailto:help@breakwater.example?subject=Podcast&bcc=all@breakwater.example':
      'mailto:help@breakwater.example',
    'jörg@bücher.example': 'mailto:j%C3%B6rg@b%C3%BCcher.example',
    "o'hara+podcast@breakwater.example": "mailto:o'hara+podcast@breakwater.example",
    'https://breakwater.example/help': 'https://breakwater.example/help',
    'https://social.example/@breakwater': 'https://social.example/@breakwater',
    '/help': 'https://breakwater.example/help',
    './help': 'https://breakwater.example/members/help',
    '//help.example/': 'https://help.example/',
    '?help': 'https://breakwater.example/members/podcast?help',
  };
  for (const [given, url] of Object.entries(good)) {
    it(`leads to ${url} for “${given}”`, () => {
      expect(contactUrl(given, page)).to.equal(url);
    });
  }

  const bad = [
    '',
    'call us',
    'breakwater.example/help',
    'help@',
    '@breakwater',
    'a@b@c.example',
    'help@breakwater.example?bcc=all@breakwater.example',
    'help@breakwater.example,you@there.example',
    'help@breakwater.example\nBcc: all@breakwater.example',
    'mailto:help@breakwater.example\n?subject=Podcast',
    'mailto:javascript:alert(1)',
    // Half a character: `encodeURI` throws for it.
    'help\uD800@breakwater.example',
    'help@breakwater.example\u202E',
    'javascript:alert(1)',
    'JavaScript:alert(1)//help@breakwater.example',
    'data:text/html,help',
    'https://',
  ];
  for (const given of bad) {
    it(`leads nowhere for “${given}”`, () => {
      expect(contactUrl(given, page)).to.equal(undefined);
    });
  }
});
