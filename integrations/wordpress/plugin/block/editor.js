/** The block in the editor: a preview in words, because the feed itself is each member's own. */
(({ blocks, blockEditor, components, element, i18n }) => {
  const { createElement: el, Fragment } = element;
  const { __, sprintf } = i18n;
  const { InspectorControls, InnerBlocks, useBlockProps } = blockEditor;
  const { PanelBody, RangeControl, SelectControl, TextControl, Notice, ExternalLink } = components;
  const { products = [], settingsUrl } = window.privatePodcastSubscribe ?? {};
  const domain = 'private-podcast-subscribe';

  function Settings({ attributes, setAttributes }) {
    const { sku, title, image, episodes, apps, login } = attributes;
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
            { value: '', label: __('The first one of the settings', domain) },
            ...products.map((value) => ({ value, label: value })),
          ],
          onChange: set('sku'),
        }),
        el(TextControl, {
          label: __('Title', domain),
          help: __('Shown until the feed is there, and to users without access.', domain),
          value: title,
          onChange: set('title'),
        }),
        el(TextControl, {
          label: __('URL of the cover', domain),
          type: 'url',
          value: image,
          onChange: set('image'),
        }),
        el(RangeControl, {
          label: __('Episodes shown at first', domain),
          value: episodes,
          min: 0,
          max: 20,
          onChange: set('episodes'),
        }),
        el(TextControl, {
          label: __('Apps', domain),
          help: __(
            'Ids such as “overcast pocket-casts”. Empty: what suits the device first.',
            domain,
          ),
          value: apps,
          onChange: set('apps'),
        }),
        el(TextControl, {
          label: __('Text of the log-in link', domain),
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
              sprintf(
                __('Members who are logged in see their own feed of %s here.', domain),
                shown,
              ),
            )
          : el(
              Notice,
              { status: 'warning', isDismissible: false },
              __('No podcast is set up yet.', domain),
              ' ',
              el(ExternalLink, { href: settingsUrl }, __('Open the settings', domain)),
            ),
        el(
          'div',
          { className: 'private-podcast-preview__offer' },
          el(
            'p',
            { className: 'private-podcast-preview__hint' },
            __('For users without access (optional):', domain),
          ),
          el(InnerBlocks, {
            template: [['core/paragraph', { placeholder: __('Your offer …', domain) }]],
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
