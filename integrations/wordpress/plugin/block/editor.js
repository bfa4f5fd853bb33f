/** The block in the editor: a preview in words, because each member has a feed of their own. */
(({ blocks, blockEditor, components, element, i18n }) => {
  const { createElement: el, Fragment } = element;
  const { __, sprintf } = i18n;
  const { InspectorControls, InnerBlocks, useBlockProps } = blockEditor;
  const { PanelBody, RangeControl, SelectControl, TextControl, Notice, ExternalLink } = components;
  const { products = [], settingsUrl } = window.privatePodcastSubscribe ?? {};
  const domain = 'private-podcast-subscribe';

  function Settings({ attributes, setAttributes }) {
    const { sku, title, image, episodes, apps, contact, login } = attributes;
    const set = (name) => (value) => setAttributes({ [name]: value });
    return el(
      InspectorControls,
      null,
      el(
        PanelBody,
        { title: __('Podcast', domain) },
        el(SelectControl, {
          label: __('Podcast', domain),
          value: sku,
          options: [
            { value: '', label: __('First podcast in the settings', domain) },
            ...products.map((value) => ({ value, label: value })),
          ],
          onChange: set('sku'),
        }),
        el(TextControl, {
          label: __('Title', domain),
          help: __('Shown while the feed loads, and to people without access.', domain),
          value: title,
          onChange: set('title'),
        }),
        el(TextControl, {
          label: __('Cover image URL', domain),
          type: 'url',
          value: image,
          onChange: set('image'),
        }),
        el(RangeControl, {
          label: __('Episodes to show', domain),
          value: episodes,
          min: 0,
          max: 20,
          onChange: set('episodes'),
        }),
        el(TextControl, {
          label: __('Apps', domain),
          help: __(
            'App IDs in the order you want, such as “overcast pocket-casts”. Leave empty to start with the apps of each device.',
            domain,
          ),
          value: apps,
          onChange: set('apps'),
        }),
        el(TextControl, {
          label: __('Help for members', domain),
          help: __('An e-mail address or a URL, shown where something needs you.', domain),
          value: contact,
          onChange: set('contact'),
        }),
        el(TextControl, {
          label: __('Login link text', domain),
          placeholder: __('Log in to get your podcast', domain),
          value: login,
          onChange: set('login'),
        }),
      ),
    );
  }

  function Edit(props) {
    const shown = props.attributes.sku || products[0];
    return el(
      Fragment,
      null,
      el(Settings, props),
      el(
        'div',
        useBlockProps({ className: 'private-podcast-preview' }),
        el('p', { className: 'private-podcast-preview__title' }, __('Private Podcast', domain)),
        shown
          ? el(
              'p',
              { className: 'private-podcast-preview__hint' },
              /* translators: %s: product ID of a podcast */
              sprintf(__('Logged-in members see their own feed of %s here.', domain), shown),
            )
          : el(
              Notice,
              { status: 'warning', isDismissible: false },
              __('No podcast is set up yet.', domain),
              ' ',
              el(ExternalLink, { href: settingsUrl }, __('Open settings', domain)),
            ),
        el(
          'div',
          { className: 'private-podcast-preview__offer' },
          el(
            'p',
            { className: 'private-podcast-preview__hint' },
            __('For people without access (optional):', domain),
          ),
          el(InnerBlocks, {
            template: [['core/paragraph', { placeholder: __('Your offer…', domain) }]],
          }),
        ),
      ),
    );
  }

  blocks.registerBlockType('private-podcast/subscribe', {
    edit: Edit,
    save: () => el(InnerBlocks.Content),
  });
})(window.wp);
