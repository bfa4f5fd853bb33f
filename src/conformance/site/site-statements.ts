/** What `site` looks at beside the operator's calls and the feed, each with the number of its case. */

export const siteStatements = {
  'site-1': 'The configuration has what the calls to the operator need.',
  'site-2': 'The clocks of this machine and of the operator agree.',
  'site-3': 'Pages of the site may read what the parser answers.',

  'handler-1': 'The handler gives the member a feed link.',
  'handler-2': 'The clocks of this machine and of the handler agree.',
  'handler-3': 'No cache may keep what the handler answers.',
  'handler-4': 'Pages of the site may ask the handler.',
  'handler-5':
    'The handler refuses a token that somebody else has made (its log has one `token-invalid` for it).',
  'handler-6': 'The handler and the operator give feed links of one host.',
} as const satisfies Record<string, string>;

export type SiteCaseId = keyof typeof siteStatements;
