/** The names of the sections, as a report shows them. */
const names: Readonly<Record<string, string>> = {
  '1': 'The whole flow',
  '4.1': 'Access token',
  '4.2': 'User by e-mail address',
  '4.3': 'Access and onboarding',
  '4.4': 'Feed link',
  '4.5': 'Parsed feed',
  '4.6': 'Consume page',
  '5': 'Authentication and scopes',
  '7': 'Errors',
  '8': 'Limits',
  feed: 'The feed in apps',
};

/** "4.1 Access token". */
export function sectionTitle(section: string): string {
  const name = names[section];
  if (section === 'feed') return name ?? section;
  return name === undefined ? `Section ${section}` : `${section} ${name}`;
}
