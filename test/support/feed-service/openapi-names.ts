/** What clients that are made from the OpenAPI file call its operations, and how they group them. */

export const tags = {
  'sign-in': 'Access tokens, for all that needs one.',
  interface: 'The calls of docs/interface.md, by which a site gets the feed of a member.',
  extensions: 'What a site may ask beside them (docs/service.md 5).',
  members: 'What members, their apps and their browsers open.',
  element: 'What the element on a page asks.',
  events: 'Signed webhooks of other systems.',
  grants: 'Who may hear what, one grant or a file at a time.',
  sources: 'Who may hear what, as systems of yours state it.',
  links: 'A link for life: taken over, given out, sent on, and replaced.',
  operators: 'Running the service.',
  monitoring: 'Whether it is well.',
} as const;

type Named = readonly [tag: keyof typeof tags, operationId: string];

/** By method and path. */
const names: Readonly<Record<string, Named>> = {
  'post /oauth/token': ['sign-in', 'issueToken'],
  'get /profile/email/{email}': ['interface', 'findUser'],
  'post /vault/entitlements/auto-onboard': ['interface', 'checkAccess'],
  'get /vault/entitlements/{entitlementId}/access': ['interface', 'getFeedLink'],
  'get /vault/entitlements/{entitlementId}/connections': ['extensions', 'listConnections'],
  'post /vault/entitlements/{entitlementId}/reset': ['extensions', 'renewFeedLink'],
  'get /feeds/{secret}/{filename}': ['members', 'getFeed'],
  'get /recordings/{code}/{filename}': ['members', 'getRecording'],
  'get /rss': ['interface', 'parseFeed'],
  'get /consume/{locale}': ['interface', 'openConsumePage'],
  'get /consume/{locale}/{code}': ['members', 'getConsumePage'],
  'get /notices/{file}': ['members', 'getNotice'],
  'get /embed/{file}': ['element', 'getScript'],
  'get /subscribe': ['element', 'getSubscription'],
  'post /subscribe': ['element', 'changeSubscription'],
  'options /subscribe': ['element', 'askForCors'],
  'post /events/{name}': ['events', 'takeEvent'],
  'get /health': ['monitoring', 'getHealth'],
  'get /ready': ['monitoring', 'getReadiness'],
  'get /metrics': ['monitoring', 'getMetrics'],
  'get /admin/grants': ['grants', 'listGrants'],
  'post /admin/grants': ['grants', 'importGrants'],
  'put /admin/grants/{sku}/{email}': ['grants', 'putGrant'],
  'delete /admin/grants/{sku}/{email}': ['grants', 'deleteGrant'],
  'get /admin/members': ['sources', 'listMembers'],
  'delete /admin/members': ['sources', 'endSource'],
  'post /admin/members/{source}': ['sources', 'importMembers'],
  'put /admin/members/{source}/{subject}': ['sources', 'putMember'],
  'delete /admin/members/{source}/{subject}': ['sources', 'deleteMember'],
  'get /admin/connections': ['operators', 'listMemberConnections'],
  'get /admin/activation': ['operators', 'listUnconnected'],
  'get /admin/activation/products': ['operators', 'countActivated'],
  'post /admin/feeds/reset': ['links', 'resetFeed'],
  'post /admin/feeds/rotate': ['links', 'rotateFeeds'],
  'get /admin/links': ['links', 'exportLinks'],
  'post /admin/links': ['links', 'importLinks'],
  'post /admin/moves': ['links', 'moveFeeds'],
  'get /admin/explain': ['operators', 'explain'],
  'post /admin/reload': ['operators', 'reloadCatalogue'],
  'get /admin/status': ['monitoring', 'getStatus'],
  'get /admin/backup': ['operators', 'getBackup'],
};

/**
 * The paths, each operation with its name.
 * @throws {Error} for an operation that has none.
 */
export function withNames(paths: Readonly<Record<string, Readonly<Record<string, object>>>>) {
  const named = Object.entries(paths).map(([path, methods]) => {
    const operations = Object.entries(methods).map(([method, operation]) => {
      const [tag, operationId] = names[`${method} ${path}`] ?? [];
      if (tag === undefined) throw new Error(`${method} ${path} has no name.`);
      return [method, { operationId, tags: [tag], ...operation }];
    });
    return [path, Object.fromEntries(operations) as Record<string, object>];
  });
  return Object.fromEntries(named) as Record<string, Record<string, object>>;
}
