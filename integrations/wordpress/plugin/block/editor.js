/**
 * The block in the editor. It shows what visitors see, whose offer is written here, what members see,
 * with a sample podcast, and what people without access see.
 */
(({ autop, blocks, blockEditor, components, element, i18n, shortcode }) => {
  const { createElement: el, Fragment, useEffect, useRef, useState } = element;
  const { __ } = i18n;
  const { InspectorControls, MediaUpload, MediaUploadCheck, useBlockProps, useInnerBlocksProps } =
    blockEditor;
  const { Button, ExternalLink, FormTokenField, Notice, PanelBody } = components;
  const { RangeControl, SelectControl, TextControl, ToggleControl } = components;
  const {
    podcasts = [],
    apps = {},
    settingsUrl,
    scriptUrl,
    sampleUrl,
  } = window.privatePodcastSubscribe ?? {};
  const domain = 'private-podcast-subscribe';
  const tag = 'private-podcast-subscribe';
  const absolute = (path) => new URL(path, location.href).href;
  const idOf = Object.fromEntries(Object.entries(apps).map(([id, name]) => [name, id]));
  /** WordPress asks for these sizes since 6.7 and 6.8; an older one does not know them. */
  const sized = { __next40pxDefaultSize: true, __nextHasNoMarginBottom: true };

  function PodcastChoice({ sku, onChange }) {
    const known = podcasts.map(({ sku: value, title }) => ({ value, label: title || value }));
    const isUnknown = sku && !known.some(({ value }) => value === sku);
    return el(SelectControl, {
      ...sized,
      label: __('Podcast', domain),
      help: isUnknown
        ? __(
            'This podcast is not in the list under Settings → Private Podcast, so nobody can get it.',
            domain,
          )
        : undefined,
      value: sku,
      options: [
        { value: '', label: __('First podcast in the settings', domain) },
        ...known,
        ...(isUnknown ? [{ value: sku, label: sku }] : []),
      ],
      onChange,
    });
  }

  /** Covers are square and not large: a smaller copy of the library's picture does. */
  const urlOf = ({ url, sizes = {} }) => (sizes.medium_large ?? sizes.large ?? { url }).url;

  function CoverChoice({ image, onChange }) {
    const label = __('Cover', domain);
    const button = ({ open }) =>
      el(
        Button,
        { variant: 'secondary', onClick: open },
        image ? __('Replace cover', domain) : __('Choose cover', domain),
      );
    return el(
      'div',
      { className: 'private-podcast-cover-choice' },
      image && el('img', { src: image, alt: label }),
      el(
        MediaUploadCheck,
        null,
        el(MediaUpload, {
          title: label,
          allowedTypes: ['image'],
          onSelect: (media) => onChange(urlOf(media)),
          render: button,
        }),
      ),
      image &&
        el(
          Button,
          { variant: 'link', isDestructive: true, onClick: () => onChange('') },
          __('Remove cover', domain),
        ),
    );
  }

  function AppsChoice({ ids, onChange }) {
    const chosen = ids.split(/[\s,]+/).filter(Boolean);
    return el(FormTokenField, {
      ...sized,
      label: __('Apps, in this order', domain),
      value: chosen.map((id) => apps[id] ?? id),
      suggestions: Object.values(apps),
      __experimentalExpandOnFocus: true,
      __experimentalValidateInput: (name) => name in idOf,
      onChange: (names) => onChange(names.map((name) => idOf[name] ?? name).join(' ')),
    });
  }

  function Settings({ attributes, setAttributes }) {
    const { sku, title, image, episodes, apps: ids, contact, login, player } = attributes;
    const set = (name) => (value) => setAttributes({ [name]: value });
    return el(
      InspectorControls,
      null,
      el(
        PanelBody,
        { title: __('Podcast', domain) },
        el(PodcastChoice, { sku, onChange: set('sku') }),
        el(TextControl, {
          ...sized,
          label: __('Title', domain),
          help: __(
            'For visitors and people without access. Members see the title in their feed.',
            domain,
          ),
          placeholder: titleOf(sku),
          value: title,
          onChange: set('title'),
        }),
        el(CoverChoice, { image, onChange: set('image') }),
      ),
      el(
        PanelBody,
        { title: __('For members', domain) },
        el(AppsChoice, { ids, onChange: set('apps') }),
        el(
          'p',
          { className: 'components-base-control__help' },
          __('Choose none, and each device starts with its own apps.', domain),
        ),
        el(RangeControl, {
          ...sized,
          label: __('Episodes to show', domain),
          value: episodes,
          min: 0,
          max: 20,
          onChange: set('episodes'),
        }),
        el(ToggleControl, {
          __nextHasNoMarginBottom: true,
          label: __('Members can listen on this page', domain),
          checked: player,
          onChange: set('player'),
        }),
        el(TextControl, {
          ...sized,
          label: __('Help for members', domain),
          help: __('An e-mail address or a URL, shown where something needs you.', domain),
          value: contact,
          onChange: set('contact'),
        }),
      ),
      el(
        PanelBody,
        { title: __('For visitors', domain) },
        el(TextControl, {
          ...sized,
          label: __('Text of the login button', domain),
          placeholder: __('Log in to get your podcast', domain),
          value: login,
          onChange: set('login'),
        }),
      ),
    );
  }

  const titleOf = (sku) =>
    (podcasts.find((podcast) => podcast.sku === sku) ?? (sku ? undefined : podcasts[0]))?.title ??
    '';

  /** The element itself, with a sample podcast. The canvas may be a frame with elements of its own. */
  function MemberView({ attributes }) {
    const { sku, title, image, episodes, apps: ids, player } = attributes;
    const frame = useRef();
    useEffect(() => {
      const { ownerDocument: page } = frame.current;
      frame.current.inert = true;
      if (page.defaultView.customElements.get(tag) || page.querySelector(`script[data-${tag}]`))
        return;
      const script = page.createElement('script');
      script.type = 'module';
      script.src = absolute(scriptUrl);
      script.setAttribute(`data-${tag}`, '');
      page.head.append(script);
    }, []);
    return el(
      'div',
      { ref: frame },
      el(tag, {
        key: String(player),
        'feed-url': absolute(sampleUrl),
        'podcast-title': title || titleOf(sku) || __('Your podcast', domain),
        'podcast-image': image || undefined,
        episodes: String(episodes),
        apps: ids || undefined,
        player: player ? undefined : 'none',
      }),
    );
  }

  function ViewChoice({ view, onChange }) {
    const views = {
      visitor: __('Visitors', domain),
      member: __('Members', domain),
      stranger: __('People without access', domain),
    };
    return el(
      'div',
      { className: 'private-podcast-views', role: 'group', contentEditable: false },
      el('span', null, __('See it as:', domain)),
      Object.entries(views).map(([name, label]) =>
        el(
          'button',
          {
            key: name,
            type: 'button',
            'aria-pressed': view === name,
            onClick: () => onChange(name),
          },
          label,
        ),
      ),
    );
  }

  /** In the order and with the classes of the page (src/Page/Element.php). */
  function VisitorView({ attributes }) {
    const { sku, title, image, login } = attributes;
    const heading = title || titleOf(sku);
    const offer = useInnerBlocksProps(
      { className: 'private-podcast-offer' },
      {
        template: [
          ['core/paragraph', { placeholder: __('Your offer: how to become a member…', domain) }],
        ],
      },
    );
    return el(
      'div',
      { className: `private-podcast-visitor${image ? ' has-cover' : ''}` },
      image &&
        el('span', { className: 'private-podcast-cover' }, el('img', { src: image, alt: '' })),
      heading && el('span', { className: 'private-podcast-title' }, heading),
      el('div', offer),
      el(
        'span',
        { className: 'private-podcast-login' },
        el('span', null, login || __('Log in to get your podcast', domain)),
      ),
    );
  }

  function Missing() {
    return el(
      Notice,
      { status: 'warning', isDismissible: false },
      __('No podcast is set up yet.', domain),
      ' ',
      settingsUrl && el(ExternalLink, { href: settingsUrl }, __('Open settings', domain)),
    );
  }

  function Edit(props) {
    const { attributes } = props;
    const [view, setView] = useState(attributes.isExample ? 'member' : 'visitor');
    return el(
      Fragment,
      null,
      el(Settings, props),
      el(
        'div',
        useBlockProps({ className: `private-podcast-editor is-shown-to-${view}s` }),
        !attributes.isExample && podcasts.length === 0 && el(Missing),
        !attributes.isExample && el(ViewChoice, { view, onChange: setView }),
        view === 'member' && el(MemberView, props),
        el(VisitorView, props),
      ),
    );
  }

  /** A shortcode's offer becomes blocks, and its texts become the block's. */
  function blockOf({ attrs: { named }, content }) {
    const text = (name) => named[name] ?? '';
    const attributes = {
      ...Object.fromEntries(
        ['sku', 'title', 'image', 'apps', 'contact', 'login'].map((name) => [name, text(name)]),
      ),
      ...(/^\d{1,3}$/.test(text('episodes')) && { episodes: Number(text('episodes')) }),
      player: text('player') !== 'none',
    };
    const offer = content?.trim() ? blocks.rawHandler({ HTML: autop.autop(content) }) : [];
    return blocks.createBlock('private-podcast/subscribe', attributes, offer);
  }
  const shortcodeTag = 'private_podcast_subscribe';
  const shortcodeIn = (text) => shortcode.next(shortcodeTag, text)?.shortcode;

  blocks.registerBlockType('private-podcast/subscribe', {
    edit: Edit,
    save: () => el(blockEditor.InnerBlocks.Content),
    example: {
      viewportWidth: 480,
      attributes: {
        isExample: true,
        episodes: 2,
        /* translators: the name of a podcast that serves as an example */
        title: __('The Member Show', domain),
      },
    },
    transforms: {
      from: [
        {
          type: 'block',
          blocks: ['core/shortcode'],
          isMatch: ({ text }) => Boolean(shortcodeIn(text ?? '')),
          transform: ({ text }) => blockOf(shortcodeIn(text)),
        },
        {
          type: 'shortcode',
          tag: shortcodeTag,
          transform: (_attributes, match) => blockOf(match.shortcode),
        },
      ],
    },
  });
})(window.wp);
