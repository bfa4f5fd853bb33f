/** Every grant there is: the catalogue's first, then those that were added while the service runs. */
import type { CatalogueData } from '../catalogue/catalogue.js';
import { longest } from '../catalogue/grant.js';
import type { LiveCatalogue } from '../catalogue/live-catalogue.js';
import type { Grants, ListedGrant } from '../store/grants/grants.js';

export const CATALOGUE_SOURCE = 'catalogue';

/** Grants that are read at a time while all of them are listed. */
const BATCH = 1_000;

export interface ListOptions {
  sku?: string | undefined;
  email?: string | undefined;
  /** The last grant of an earlier page. */
  after?: Pick<ListedGrant, 'sku' | 'email' | 'source'> | undefined;
}

export interface GrantList {
  page(options: ListOptions & { limit: number }): Promise<ListedGrant[]>;
  /** One after another. A grant that changes meanwhile is listed as it was before or after. */
  all(options: ListOptions): AsyncGenerator<ListedGrant>;
}

type Key = Pick<ListedGrant, 'sku' | 'email'>;

const isAfter = (one: Key, other: Key): boolean =>
  one.sku > other.sku || (one.sku === other.sku && one.email > other.email);

/** The catalogue may name one member several times for one product. One line of the list stands for them. */
function sortCatalogue({ grants }: CatalogueData): ListedGrant[] {
  const found = new Map<string, ListedGrant>();
  for (const grant of grants) {
    const key = `${grant.sku} ${grant.email}`;
    const listed = { ...grant, source: CATALOGUE_SOURCE };
    const known = found.get(key);
    found.set(key, (known && longest([known, listed])) ?? listed);
  }
  return [...found.values()].sort((one, other) => (isAfter(one, other) ? 1 : -1));
}

export function createGrantList(catalogue: LiveCatalogue, grants: Grants): GrantList {
  const sorted = new WeakMap<CatalogueData, ListedGrant[]>();

  function ofCatalogue({ sku, email, after, limit }: Parameters<GrantList['page']>[0]) {
    const listed = sorted.get(catalogue.current) ?? sortCatalogue(catalogue.current);
    sorted.set(catalogue.current, listed);
    const found: ListedGrant[] = [];
    for (const grant of listed) {
      if (found.length === limit) break;
      if (sku !== undefined && grant.sku !== sku) continue;
      if (email !== undefined && grant.email !== email) continue;
      if (after === undefined || isAfter(grant, after)) found.push(grant);
    }
    return found;
  }

  const list: GrantList = {
    async page(options) {
      const { after, limit } = options;
      const isPast = after !== undefined && after.source !== CATALOGUE_SOURCE;
      const listed = isPast ? [] : ofCatalogue(options);
      if (listed.length === limit) return listed;
      const rest = { ...options, after: isPast ? after : undefined, limit: limit - listed.length };
      return [...listed, ...(await grants.list(rest))];
    },

    async *all(options) {
      let { after } = options;
      for (;;) {
        const page = await list.page({ ...options, after, limit: BATCH });
        yield* page;
        if (page.length < BATCH) return;
        after = page.at(-1);
      }
    },
  };
  return list;
}
