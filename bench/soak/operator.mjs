/** The operator of a soak: changes who may hear, says when all is well, and finds what was lost. */
import { setTimeout } from 'node:timers/promises';
import { createFeedServiceClient } from '../../dist/api.js';
import { sku } from '../service/installation.mjs';
import { client } from './rig.mjs';

/** @typedef {import('../service/installation.mjs').Member} Member */
/** @typedef {import('../../dist/api.js').FeedServiceClient & import('../../dist/api.js').FeedServiceExtensions} Api */
/** @typedef {{ url: string, api: Api }} Service */

/** @param {import('./rig.mjs').Rig} rig */
export function createOperator({ services }) {
  const { clientId, clientSecret, scopes } = client;
  const config = { clientId, clientSecret, scope: scopes.join(' '), onboardingOriginId: 'site' };
  /** @param {{ url: string }} place @returns {Service} */
  const serviceAt = ({ url }) => ({
    url,
    api: createFeedServiceClient({ ...config, tokenUrl: url, baseUrl: url, extensions: true }),
  });
  const first = serviceAt(services.A);
  const second = serviceAt(services.B);
  const grantPath = (/** @type {string} */ email) =>
    `/admin/grants/${encodeURIComponent(sku)}/${encodeURIComponent(email)}`;
  /** @param {Service} service */
  const headersFor = async ({ api }) => ({
    authorization: `Bearer ${(await api.issueToken()).access_token}`,
    'content-type': 'application/json',
  });
  /** The writes that were acknowledged: none may be lost. Of one without an answer nothing is known. */
  const writes = {
    /** With access, and a link that works. */
    joined: /** @type {Member[]} */ ([]),
    /** Whether an address has been granted access, or its grant has ended. */
    grants: /** @type {Map<string, boolean>} */ (new Map()),
    /** The status of each link, by its path. */
    links: /** @type {Map<string, number>} */ (new Map()),
  };

  /** @param {Service} service */
  async function isWell(service) {
    const signal = AbortSignal.timeout(10_000);
    const { status } = await (await fetch(`${service.url}/ready`, { signal })).json();
    const init = { method: 'PUT', headers: await headersFor(service), body: '{}', signal };
    const written = await fetch(service.url + grantPath('well@example.org'), init);
    return status !== 'degraded' && written.ok;
  }

  return {
    writes,
    grantPath,
    headersFor,
    /** Either service: what one has changed, the other must know. */
    anyService: () => (Math.random() < 0.5 ? first : second),
    /** Takes a member out, for a client that changes them: nobody else does meanwhile. */
    takeOut: () => writes.joined.splice(Math.floor(Math.random() * writes.joined.length), 1)[0],
    async untilAllWell() {
      const end = performance.now() + 120_000;
      for (const service of [first, second])
        while (!(await isWell(service).catch(() => false)) && performance.now() < end)
          await setTimeout(100);
    },
    /** Compares the writes with the service. */
    async findLosses() {
      const headers = { ...(await headersFor(second)), accept: 'application/x-ndjson' };
      const lines = await (await fetch(`${second.url}/admin/grants`, { headers })).text();
      const emails = new Set([...lines.matchAll(/"email":"([^"]+)"/g)].map(([, email]) => email));
      const { grants, links } = writes;
      const lost = [...grants].filter(([email, isGranted]) => emails.has(email) !== isGranted);
      let lostLinks = 0;
      for (const [path, status] of links)
        if ((await fetch(second.url + path)).status !== status) lostLinks += 1;
      return [
        { write: 'grants', acknowledged: grants.size, lost: lost.length },
        { write: 'links', acknowledged: links.size, lost: lostLinks },
      ];
    },
  };
}
