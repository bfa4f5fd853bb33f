/** Where a feed writes the URL of a recording. */
import type { Text } from './feed-tokens.js';

/** `<enclosure url>`, `<media:content url>`, `<podcast:source uri>`, `<podcast:trailer url>`. */
const RECORDING = /(?:^|:)(?:enclosure|content|source|trailer) (?:url|uri)$/;

export const isEnclosureUrl = ({ kind, tag, attribute }: Text): boolean =>
  kind === 'attribute' && RECORDING.test(`${tag} ${attribute}`);
