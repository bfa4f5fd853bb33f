/**
 * Where peers' own test cases (`../shared/feeds/cases`) leave a choice, ours, and why. The
 * first decision whose `cases` and `path` match an assertion holds for it: `as-peer` means
 * that it must hold here too, `ours` that it must not, since we chose otherwise.
 */
export interface Decision {
  /** Ids of cases. */
  cases: RegExp;
  /** Paths of assertions; all of a case where it is missing. */
  path?: RegExp;
  choice: 'as-peer' | 'ours' | 'rejected';
  because: string;
}

/** Assertions that every reader should hold, and that have no counterpart here. */
export const withoutCounterpart: { path: RegExp; because: string }[] = [
  { path: /^generator$/, because: 'says nothing that a member or an app needs' },
  { path: /^owner\.email$/, because: 'an e-mail address never comes out' },
  { path: /^locked\.owner$/, because: 'an e-mail address never comes out' },
  {
    path: /^(newFeedUrl|feedUrl)$/,
    because: "the feed's own address never comes out: it is a secret",
  },
  {
    path: /guidIsPermaLink$/,
    because: 'it is used up: a permalink is the link where there is no other',
  },
  {
    path: /^episodes\[\d+\]\.block$/,
    because: 'asks directories to leave an episode out; a member may hear it',
  },
  { path: /chapters\.type$/, because: 'chapters files are JSON; there is no second format' },
];

/** Assertions that every reader should hold, where ours is better. */
export const better: { cases: RegExp; path: RegExp; because: string }[] = [
  {
    cases: /rss_channel_item_description_mixed_cdata/,
    path: /description$/,
    because: '`description` is plain text, `descriptionWithHtml` has the markup',
  },
  {
    cases: /itunes_categories/,
    path: /^categories$/,
    because: 'a flat list is what an app filters by',
  },
];

export const decisions: Decision[] = [
  {
    cases:
      /rss_version_|version_rss_|bozo_http_text_plain|http_application|http_text_|encoding\/(u16|utf)/,
    choice: 'rejected',
    because: 'an `<rss>` without channel and items is no podcast: never an empty one',
  },
  {
    cases: /gpodder\/(atom_|media_episode_thumbnail_atom)/,
    choice: 'rejected',
    because: 'podcast apps subscribe to RSS; an Atom feed is refused by name',
  },
  {
    cases: /redirect_new_location/,
    choice: 'rejected',
    because: 'a redirect in the document is followed by no app, and could lead a secret away',
  },
  {
    cases: /./,
    path: /^(generator|feedUrl|newFeedUrl|owner\.email|.*guidIsPermaLink|episodes\[\d+\]\.block)$/,
    choice: 'ours',
    because: 'no counterpart here, for the reasons above',
  },

  // Names and fallbacks
  {
    cases: /channel_author$/,
    path: /^author$/,
    choice: 'ours',
    because: 'a name without the e-mail address beside it',
  },
  {
    cases: /channel_dc_publisher_name|item_dc_author|item_dcterms_modified/,
    choice: 'ours',
    because: 'Dublin Core has no such author, a publisher is no owner, a change is no publication',
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
    because: 'RSS 2.0 says that a permalink is the address of the page',
  },
  {
    cases: /itunes_(channel|item)_link_image/,
    choice: 'ours',
    because: 'a tag that Apple never had',
  },
  {
    cases: /feed_image_-_rss_channel_description/,
    path: /^image$/,
    choice: 'ours',
    because: 'a picture in the notes is no cover',
  },
  {
    cases: /feed_image_-_rss_channel_media_content/,
    path: /^image$/,
    choice: 'ours',
    because: 'Media RSS content of a channel is its recording, not its cover',
  },
  {
    cases: /feed_item_enclosure_/,
    path: /\.image$/,
    choice: 'ours',
    because: 'an enclosed picture is an enclosure; the cover has tags of its own',
  },
  {
    cases:
      /item_media_title1|mediarss|feed_item_published_.*_atom|atom_link_alternate|feed_fallbacks_/,
    choice: 'as-peer',
    because: 'another dialect speaks where RSS is silent',
  },
  {
    cases: /feed_item_links_/,
    path: /\.link$/,
    choice: 'ours',
    because: 'the first tag that can be read speaks, as everywhere',
  },
  {
    cases: /feed_link_.*itunes_subtitle|feed_link_-_rss_channel_atom_link$/,
    choice: 'as-peer',
    because: 'nothing but a link is a link',
  },
  {
    cases: /image_and_audio/,
    path: /\.link$/,
    choice: 'ours',
    because: '`episode::x` is no address of a page',
  },
  {
    cases: /image_and_audio|feed_item_enclosure_|feed_item_link_/,
    choice: 'as-peer',
    because: 'every enclosure is kept, in the order of the feed',
  },
  {
    cases: /multi_enclosures/,
    path: /enclosures$|enclosures\[1\]/,
    choice: 'ours',
    because: 'Media RSS repeats the enclosure: it speaks only where there is none',
  },
  {
    cases: /gpodder\/no_title$/,
    path: /\.title$/,
    choice: 'ours',
    because: 'a file name is no title; what shows the episode shows its date',
  },
  {
    cases: /no_title_multi_enclosure|gpodder\/no_url/,
    path: /^episodes$/,
    choice: 'ours',
    because: 'no item is dropped',
  },
  {
    cases: /gpodder\/permalink/,
    path: /\.(guid|link)$/,
    choice: 'ours',
    because: 'a GUID is compared as it is written; a relative one is no address',
  },
  {
    cases: /xml_base/,
    path: /image|link/,
    choice: 'ours',
    because: "addresses are relative to the feed's own; no podcast app reads `xml:base`",
  },
  {
    cases: /itunes_type_serial/,
    path: /^episodes\[\d\]\.(title|guid|publishedAt|enclosures\[0\]\.url)$/,
    choice: 'ours',
    because: 'the order of the feed stays; what shows the episodes sorts them',
  },

  // Words and letters
  {
    cases: /(block|explicit)_(true|uppercase|whitespace)/,
    choice: 'ours',
    because: 'yes, true and explicit mean yes in any case: Apple itself changed its mind',
  },
  {
    cases: /itunes_core_element_uppercase/,
    choice: 'as-peer',
    because: 'tags are read in any case',
  },
  {
    cases: /entity_in_doctype/,
    choice: 'ours',
    because: 'nothing that a DOCTYPE declares is ever expanded',
  },
  {
    cases: /bozo_linenoise/,
    choice: 'ours',
    because: 'a guess at mojibake is a guess: the declared encoding holds',
  },
  {
    cases: /demoronize-1/,
    choice: 'as-peer',
    because: 'a C1 control is a windows-1252 letter that was read as Latin-1',
  },
  {
    cases: /rss_channel_language/,
    choice: 'as-peer',
    because: 'a mistyped end tag ends nothing, and the text stays',
  },

  // Notes
  {
    cases: /item_xhtml_body$/,
    choice: 'ours',
    because: 'no podcast feed has an XHTML body',
  },
  {
    cases:
      /description_not_a_doctype|euc-kr-attribute|feed_image_-_rss_channel_description|rss2\.0mathml|description_code_br|demoronize-3/,
    path: /description$/,
    choice: 'ours',
    because: '`description` is plain text: what a reader sees, tags gone, entities decoded',
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
    because: 'the indentation of a feed is no text; its line ends stay',
  },
  {
    cases: /(title|guid)_naked_markup/,
    path: /title$|guid$/,
    choice: 'ours',
    because: 'a title and a GUID are text: markup in them is left out',
  },
  {
    cases: /feedsmith\/|gpodder\/|gofeed\//,
    choice: 'as-peer',
    because: 'what the tag says is what it means',
  },
  {
    cases: /chardet|incomplete_cdata|mismatch_crash|invalid-bytes|attribute_crash|xhtml_body_mode/,
    choice: 'as-peer',
    because: 'a feed that is damaged or says nothing of its encoding still ends in a podcast',
  },
];
