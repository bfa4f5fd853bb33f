/**
 * The statements about a member's feed in apps, each with the number of its case. A number keeps its
 * meaning for ever: reports of different days are compared by it.
 */

export const feedStatements = {
  'feed-1': 'The link is https.',
  'feed-2': 'The link opens without a log-in.',
  'feed-3': 'The link does not lead on to another one.',
  'feed-4': 'A HEAD request is answered like a GET request, without the feed.',
  'feed-5': 'The link holds a secret that nobody can guess.',
  'feed-6': 'With one character of its secret changed, the link opens nothing.',

  'feed-7': 'The answer has the media type of RSS.',
  'feed-8': 'No shared cache keeps the feed.',
  'feed-9': 'Search engines are told not to list the link.',
  'feed-10': 'The feed has an ETag or a date of its last change.',
  'feed-11': 'An app that has the feed already is told that nothing changed.',
  'feed-12': 'An app that has another version gets the feed.',
  'feed-13': 'The feed is not larger than apps read.',

  'feed-14': 'The feed is well-formed XML.',
  'feed-15': 'The feed has no document type.',
  'feed-16': 'The feed is RSS 2.0 with a channel.',
  'feed-17': 'The podcast has a title.',
  'feed-18': '`itunes:block` keeps the feed out of directories.',
  'feed-19': '`podcast:locked` keeps other hosts from importing the feed.',
  'feed-20': 'The feed does not hold the secret of its own link.',
  'feed-21': '`itunes:new-feed-url` does not lead to another link.',
  'feed-22': 'The feed does not hold the e-mail address of its member.',

  'feed-23': 'The feed has at least one episode.',
  'feed-24': 'Every episode has a title.',
  'feed-25': 'Every episode has a GUID.',
  'feed-26': 'No two episodes have the same GUID.',
  'feed-27': 'Every episode has a date in the form of RFC 822.',
  'feed-28': 'Every episode has an enclosure with a URL.',
  'feed-29': 'Every enclosure has the media type of audio or video.',
  'feed-30': 'Every enclosure has its length in bytes.',
  'feed-31': 'Every recording has an absolute https URL.',
  'feed-32': 'The first recordings answer.',
  'feed-33': 'The first recordings are audio or video by their media type.',
  'feed-34': 'The hosts of the first recordings take byte ranges.',

  'feed-35': 'A second read has the GUIDs of the first.',
  'feed-36': 'A second read has the recording URLs of the first.',
  'feed-37': 'No recording URL holds a time at which it expires.',

  'feed-38': '`podcast:block` keeps the feed out of directories.',
  'feed-39': 'The feed does not say by `podcast:guid` which show it is.',
  'feed-40': 'The feed holds no tag that verifies its owner for a directory.',
} as const satisfies Record<string, string>;

export type FeedCaseId = keyof typeof feedStatements;

export const feedCaseIds = Object.keys(feedStatements) as FeedCaseId[];
