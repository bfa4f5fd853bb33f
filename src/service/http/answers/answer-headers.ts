/** The headers that answers have in common. */

export const headersOfAll = (requestId: string) => ({
  'X-Request-Id': requestId,
  'X-Content-Type-Options': 'nosniff',
});

/** Any site may read such an answer: the feed URL alone gives access, never a cookie or header. */
export const headersForAnySite = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag',
} as const;
