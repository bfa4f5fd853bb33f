/**
 * Our decisions on the cases in which parsers differ (`../shared/feeds/cases`), with the reasons. The first
 * decision whose `cases` and `path` match an assertion applies to it: with `as-peer` the assertion
 * must hold, with `ours` it must not, with `rejected` the feed must be refused.
 */
export interface Decision {
  /** Matches the ids of cases. */
  cases: RegExp;
  /** Matches the paths of assertions; without it, the decision applies to all of a case. */
  path?: RegExp;
  choice: 'as-peer' | 'ours' | 'rejected';
  because: string;
}

/** Assertions about fields that we leave out. */
export const withoutCounterpart: { path: RegExp; because: string }[] = [
  { path: /^generator$/, because: 'no member and no app needs it' },
  { path: /^owner\.email$/, because: 'the result contains no e-mail addresses' },
  { path: /^locked\.owner$/, because: 'the result contains no e-mail addresses' },
  {
    path: /^(newFeedUrl|feedUrl)$/,
    because: "the feed's own URL is a secret, and is removed",
  },
  {
    path: /guidIsPermaLink$/,
    because: 'a permalink becomes the link if there is no other',
  },
  {
    path: /^episodes\[\d+\]\.block$/,
    because: 'it asks directories to leave an episode out; a member may hear it',
  },
  { path: /chapters\.type$/, because: 'chapters files have one format, JSON' },
];

/** Assertions that do not hold here, because our result is better. */
export const better: { cases: RegExp; path: RegExp; because: string }[] = [
  {
    cases: /rss_channel_item_description_mixed_cdata/,
    path: /description$/,
    because: '`description` is plain text; the markup is in `descriptionWithHtml`',
  },
  {
    cases: /itunes_categories/,
    path: /^categories$/,
    because: 'apps filter by a flat list',
  },
];

export const decisions: Decision[] = [
  {
    cases:
      /rss_version_|version_rss_|bozo_http_text_plain|http_application|http_text_|encoding\/(u16|utf)/,
    choice: 'rejected',
    because: 'an `<rss>` without a channel or items is not a podcast, not even an empty one',
  },
  {
    cases: /gpodder\/(atom_|media_episode_thumbnail_atom)/,
    choice: 'rejected',
    because: 'podcast apps subscribe to RSS; the error says that this is Atom',
  },
  {
    cases: /redirect_new_location/,
    choice: 'rejected',
    because: 'no app follows a redirect in the document, and it could send a secret elsewhere',
  },
  {
    cases: /./,
    path: /^(generator|feedUrl|newFeedUrl|owner\.email|.*guidIsPermaLink|episodes\[\d+\]\.block)$/,
    choice: 'ours',
    because: 'left out, for the reasons above',
  },

  // Names and fallbacks
  {
    cases: /channel_author$/,
    path: /^author$/,
    choice: 'ours',
    because: 'only the name is read, without the e-mail address',
  },
  {
    cases: /channel_dc_publisher_name|item_dc_author|item_dcterms_modified/,
    choice: 'ours',
    because:
      'Dublin Core has no such author, a publisher is not an owner, and a change is not a publication',
  },
  {
    cases:
      /channel_managingEditor|item_author|item_dc_creator|channel_dc_title|item_dc_date|item_dcterms_issued/,
    choice: 'as-peer',
    because: 'the next best tag is better than nothing',
  },
  {
    cases: /item_guid_(isPermaLink_)?map_link/,
    choice: 'as-peer',
    because: 'RSS 2.0 says that a permalink is the URL of the page',
  },
  {
    cases: /itunes_(channel|item)_link_image/,
    choice: 'ours',
    because: 'Apple never had this tag',
  },
  {
    cases: /feed_image_-_rss_channel_description/,
    path: /^image$/,
    choice: 'ours',
    because: 'a picture in the notes is not the cover',
  },
  {
    cases: /feed_image_-_rss_channel_media_content/,
    path: /^image$/,
    choice: 'ours',
    because: 'Media RSS content in a channel is a recording, not the cover',
  },
  {
    cases: /feed_item_enclosure_/,
    path: /\.image$/,
    choice: 'ours',
    because: 'a picture as enclosure is an enclosure; the cover has its own tags',
  },
  {
    cases:
      /item_media_title1|mediarss|feed_item_published_.*_atom|atom_link_alternate|feed_fallbacks_/,
    choice: 'as-peer',
    because: 'other dialects fill in what RSS lacks',
  },
  {
    cases: /feed_item_links_/,
    path: /\.link$/,
    choice: 'ours',
    because: 'the first readable tag counts, as everywhere',
  },
  {
    cases: /feed_link_.*itunes_subtitle|feed_link_-_rss_channel_atom_link$/,
    choice: 'as-peer',
    because: 'only a link is a link',
  },
  {
    cases: /image_and_audio/,
    path: /\.link$/,
    choice: 'ours',
    because: '`episode::x` is not the URL of a page',
  },
  {
    cases: /image_and_audio|feed_item_enclosure_|feed_item_link_/,
    choice: 'as-peer',
    because: 'all enclosures are kept, in feed order',
  },
  {
    cases: /multi_enclosures/,
    path: /enclosures$|enclosures\[1\]/,
    choice: 'ours',
    because: 'Media RSS repeats the enclosure: it is read only if there is none',
  },
  {
    cases: /gpodder\/no_title$/,
    path: /\.title$/,
    choice: 'ours',
    because: 'a file name is not a title',
  },
  {
    cases: /no_title_multi_enclosure|gpodder\/no_url/,
    path: /^episodes$/,
    choice: 'ours',
    because: 'no item is left out',
  },
  {
    cases: /gpodder\/permalink/,
    path: /\.(guid|link)$/,
    choice: 'ours',
    because: 'a GUID is compared as written; a relative one is not a URL',
  },
  {
    cases: /xml_base/,
    path: /image|link/,
    choice: 'as-peer',
    because: 'a relative URL is resolved against `xml:base`, as XML Base §4 says',
  },
  {
    cases: /itunes_type_serial/,
    path: /^episodes\[\d\]\.(title|guid|publishedAt|enclosures\[0\]\.url)$/,
    choice: 'ours',
    because: 'episodes keep feed order; whoever shows them sorts them',
  },

  // Words and letters
  {
    cases: /(block|explicit)_(true|uppercase|whitespace)/,
    choice: 'ours',
    because: '`yes`, `true` and `explicit` mean yes in any case: Apple has used them all',
  },
  {
    cases: /itunes_core_element_uppercase/,
    choice: 'as-peer',
    because: 'the case of tags does not matter',
  },
  {
    cases: /entity_in_doctype/,
    choice: 'ours',
    because: 'declarations in a DOCTYPE are never expanded',
  },
  {
    cases: /bozo_linenoise/,
    choice: 'ours',
    because: 'the declared encoding counts: we do not guess',
  },
  {
    cases: /demoronize-1/,
    choice: 'as-peer',
    because: 'a C1 control is a windows-1252 character that was decoded as Latin-1',
  },
  {
    cases: /rss_channel_language/,
    choice: 'as-peer',
    because: 'a mistyped end tag is ignored, and the text is kept',
  },

  // Notes
  {
    cases: /item_xhtml_body$/,
    choice: 'ours',
    because: 'podcast feeds have no XHTML body',
  },
  {
    cases:
      /description_not_a_doctype|euc-kr-attribute|feed_image_-_rss_channel_description|rss2\.0mathml|description_code_br|demoronize-3/,
    path: /description$/,
    choice: 'ours',
    because: '`description` is plain text, without tags and with entities decoded',
  },
  {
    cases: /description_(cdata_|escaped_|naked_)*markup|feedsmith\/rss-09|feedsmith\/rss-20/,
    path: /^(episodes\[\d+\]\.)?description$/,
    choice: 'ours',
    because: '`description` is plain text; the markup is in `descriptionWithHtml`',
  },
  {
    cases: /itunes_item_summary_cdata_multi/,
    path: /description|summary/,
    choice: 'ours',
    because: 'indentation is removed, line breaks are kept',
  },
  {
    cases: /channel_(title|copyright)_cdata_escaped_markup/,
    path: /^(title|copyright)$/,
    choice: 'ours',
    because:
      'what is shown as one line is decoded twice: many feeds encode it as they do their notes',
  },
  {
    cases: /(title|guid)_naked_markup/,
    path: /title$|guid$/,
    choice: 'ours',
    because: 'title and GUID are text: tags in them are removed',
  },
  {
    cases: /feedsmith\/|gpodder\/|gofeed\//,
    choice: 'as-peer',
    because: 'the tag has its usual meaning',
  },
  {
    cases: /chardet|incomplete_cdata|mismatch_crash|invalid-bytes|attribute_crash|xhtml_body_mode/,
    choice: 'as-peer',
    because: 'a damaged feed, or one without an encoding, is still read',
  },
];
