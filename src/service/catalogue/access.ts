/** A member has access by the catalogue, or by a grant that was added while the service runs. */
import type { Grants } from '../store/grants/grants.js';
import type { CatalogueData, Product } from './catalogue.js';
import { isInForce } from './grant.js';
import type { LiveCatalogue } from './live-catalogue.js';

export interface AccessSources {
  catalogue: LiveCatalogue;
  grants: Pick<Grants, 'find'>;
  now: () => Date;
}

/** Whether the member with this e-mail address (in lower case) may listen to the product now. */
export type HasAccess = (product: Product, email: string) => Promise<boolean>;

/** Whether the catalogue alone gives a member access to a product. */
export function hasListedAccess(
  catalogue: CatalogueData,
  { sku, access }: Product,
  email: string,
  now: Date,
): boolean {
  return (
    access === 'everyone' || catalogue.grantsOf(sku, email).some((grant) => isInForce(grant, now))
  );
}

export function createAccess({ catalogue, grants, now }: AccessSources): HasAccess {
  return async function hasAccess(product, email) {
    const time = now();
    if (hasListedAccess(catalogue.current, product, email, time)) return true;
    const added = await grants.find(product.sku, email);
    return added !== undefined && isInForce(added, time);
  };
}
