/**
 * The statements of the interface (docs/interface.md 1 to 8), each with the number of its case. A
 * number keeps its meaning for ever: reports of different days are compared by it.
 */

export const statements = {
  '1-1': 'The calls 4.1 to 4.4, one after the other, end with a feed link that opens.',

  '4.1-1': 'A request with all four fields is answered with HTTP 200.',
  '4.1-2': 'The answer has the media type application/json.',
  '4.1-3': 'The answer is a JSON object.',
  '4.1-4': '`access_token` is a text that can be sent as a bearer token.',
  '4.1-5': '`token_type` is "Bearer".',
  '4.1-6': '`expires_in` is an integer.',
  '4.1-7': '`scope`, where it is present, is a text that covers what was asked for.',
  '4.1-8': 'No cache may keep the answer.',
  '4.1-9': 'A wrong client secret is refused.',
  '4.1-10': 'An unknown client is refused.',
  '4.1-11': '`client_id` is required.',
  '4.1-12': '`client_secret` is required.',
  '4.1-13': '`grant_type` is required.',
  '4.1-14': '`scope` is required.',
  '4.1-15': '`grant_type` must be client_credentials.',
  '4.1-16': 'A scope that the client does not have is not granted.',
  '4.1-17': 'A token that is asked for with one scope has no other.',
  '4.1-18': 'A form under another media type is refused, or taken as a form.',

  '4.2-1': 'The address of a user is answered with HTTP 200.',
  '4.2-2': 'The answer has the media type application/json.',
  '4.2-3': 'The answer is a JSON object.',
  '4.2-4': '`id` is a text of the form <provider>|<opaque id>.',
  '4.2-5': '`userId` is the same as `id`.',
  '4.2-6': '`hasPrimaryAddress` is a boolean.',
  '4.2-7': 'A user keeps their ID, with `forceCreation` and without.',
  '4.2-8': 'An address in which a letter is percent-encoded is the same address.',
  '4.2-9': 'A call without a token is refused with HTTP 401.',
  '4.2-10': 'A call with an unknown token is refused with HTTP 401.',
  '4.2-11': 'A token without the scope profile:user:read is refused with HTTP 403.',
  '4.2-12': 'An unknown address does not get the ID of a user.',
  '4.2-13': 'No shared cache may keep the answer.',
  '4.2-14': '`forceCreation=true` gives an unknown address an ID of its own.',

  '4.3-1': 'A request for a member who has access is answered with HTTP 200.',
  '4.3-2': 'The answer has the media type application/json.',
  '4.3-3': 'The answer is a JSON array that holds an entitlement.',
  '4.3-4': '`entitlementId` is a text that can go into a path.',
  '4.3-5': '`userId` is the user who was asked about.',
  '4.3-6': '`purchaseOptionId` is a text.',
  '4.3-7':
    '`purchaseOptionData` is an object with the texts `title`, `description` and `purchaseType`.',
  '4.3-8': '`purchaseType` is "OWN".',
  '4.3-9': '`sku` is the product that was asked for.',
  '4.3-10': '`title` is a text.',
  '4.3-11': 'The same request gives the same entitlement again.',
  '4.3-12': 'A user without access gets no entitlement.',
  '4.3-13': '`onboardingOriginId` is required.',
  '4.3-14': '`userId` is required.',
  '4.3-15': '`sku` is required.',
  '4.3-16': '`origin` is required.',
  '4.3-17': 'An unknown `onboardingOriginId` is refused.',
  '4.3-18': 'An unknown `sku` gives no entitlement.',
  '4.3-19': 'A body that is not JSON is refused.',
  '4.3-20': 'A call without a token is refused with HTTP 401.',
  '4.3-21': 'A call with an unknown token is refused with HTTP 401.',
  '4.3-22': 'A token without the scope vault:impersonate is refused with HTTP 403.',
  '4.3-23': '`sku` has the form <prefix>:<opaque id>.',
  '4.3-24': 'JSON under another media type is refused, or taken as JSON.',
  '4.3-25': 'The call unlocks the podcast in the streaming-music app of a user who has linked it.',

  '4.4-1': 'A request for an entitlement of the member is answered with HTTP 200.',
  '4.4-2': 'The answer has the media type application/json.',
  '4.4-3': 'The answer is a JSON array that holds an item.',
  '4.4-4': '`type` is "feed".',
  '4.4-5': '`mimeType` is "application/rss+xml".',
  '4.4-6': '`title` is a text.',
  '4.4-7': '`filename` has the form <sku>_private.rss.',
  '4.4-8': '`id` is a text.',
  '4.4-9': '`url` is an absolute https URL.',
  '4.4-10': 'The same request gives the same link again.',
  '4.4-11': 'An entitlement gives no link to a user whose it is not.',
  '4.4-12': 'An unknown entitlement gives no link.',
  '4.4-13': 'The answers about another’s entitlement and about an unknown one do not differ.',
  '4.4-14': '`userId` is required.',
  '4.4-15': '`format` is required.',
  '4.4-16': 'A call without a token is refused with HTTP 401.',
  '4.4-17': 'A call with an unknown token is refused with HTTP 401.',
  '4.4-18': 'A token without the scope vault:impersonate is refused with HTTP 403.',
  '4.4-19': 'No shared cache may keep the answer.',
  '4.4-20': 'A reset gives a new link that opens, and the earlier one no longer does.',

  '4.5-1': 'The URL of a feed is answered with HTTP 200, without a token.',
  '4.5-2': 'The answer has the media type application/json.',
  '4.5-3': 'The answer is a JSON object with the text `title` and the list `episodes`.',
  '4.5-4': 'Each episode is an object with the texts `title` and `guid`.',
  '4.5-5': '`duration`, where it is present, is a number of seconds.',
  '4.5-6': '`url` is required.',
  '4.5-7': '`format` is required.',
  '4.5-8': 'A URL that is not http or https is refused.',
  '4.5-9': 'The answer does not name the member, and does not repeat the feed URL.',

  '4.6-1': 'The page for the locale sv is answered with HTTP 200 and HTML.',
  '4.6-2': 'The page for the locale en is answered with HTTP 200 and HTML.',
  '4.6-3': 'The page is in the language of its locale.',
  '4.6-4': 'The page sends its own address, which holds the feed URL, to no other site.',
  '4.6-5': 'The page cannot be shown within another site.',
  '4.6-6': 'No cache may keep the page.',
  '4.6-7': 'A request without `rss` is answered without a fault of the server.',
  '4.6-8': 'The page does not take markup or links to scripts out of `rss`.',
  '4.6-9': 'The page offers the feed to an app.',

  '5-1': 'A token in the query, in place of the header, is not accepted.',
  '5-2': 'A call without a token is told in `WWW-Authenticate` that it needs a bearer token.',
  '5-3': 'A token under a scheme other than Bearer is not accepted.',
  '5-4': 'A token in which one character has been changed is not accepted.',

  '7-1': 'A refusal is JSON.',
  '7-2': 'A refusal does not repeat a secret.',
  '7-3': 'A refusal shows nothing of the inside of the server.',

  '8-1': '`expires_in` is 86400.',
  '8-2': 'An answer with HTTP 429 says when to ask again.',
} as const satisfies Record<string, string>;

export type CaseId = keyof typeof statements;

/** In the order of the interface. */
export const caseIds = Object.keys(statements) as CaseId[];

/** The section of a case: "4.3" of "4.3-2". */
export function sectionOf(id: string): string {
  return id.slice(0, id.lastIndexOf('-'));
}

/** The sections that have cases. Section 2 is checked with the calls that answer its resources. */
export const sections = [...new Set(caseIds.map(sectionOf))];

/** The sections of the interface that state nothing: 3 states, 6 events, 9 versions. */
export const silentSections = ['3', '6', '9'] as const;
