/** Where a feed writes the URL of a recording, and which of several is that of an item. */
import { recordingOf, type Enclosed } from '../../../podcast/values/recording.js';
import type { Tag, Text } from './feed-tokens.js';

/** `<enclosure url>`, `<media:content url>`, `<podcast:source uri>`, `<podcast:trailer url>`. */
const RECORDING = /(?:^|:)(?:enclosure|content|source|trailer) (?:url|uri)$/;

export const isEnclosureUrl = ({ kind, tag, attribute }: Text): boolean =>
  kind === 'attribute' && RECORDING.test(`${tag} ${attribute}`);

/** What elements enclose: those that name a recording. */
const enclosedBy = (tags: readonly Tag[]): Enclosed[] =>
  tags.flatMap(({ attributes }) => {
    const url = attributes.find(isEnclosureUrl)?.text.trim();
    const type = attributes.find(({ attribute }) => /^(?:content)?type$/.test(attribute))?.text;
    return url ? [{ url, type }] : [];
  });

/** The URL of an item's recording: an enclosure if there is one, else what other tags give. */
export function recordingUrl(tags: readonly Tag[]): string | undefined {
  const all = enclosedBy(tags);
  const enclosures = enclosedBy(tags.filter(({ name }) => /(?:^|:)enclosure$/i.test(name)));
  return (recordingOf(enclosures) ?? recordingOf(all) ?? all[0])?.url;
}
