/**
 * The custom elements manifest is read out of the comments on the element and its events.
 * It names the modules as the package ships them, and leaves out what is not public.
 */

/**
 * @param {string} key
 * @param {any} value
 */
function asShipped(key, value) {
  if ((key === 'path' || key === 'module') && typeof value === 'string') {
    return value.replace(/^(?:\/?src|\.)\/(.+)\.[jt]s$/, 'dist/$1.js');
  }
  if (key === 'members' || key === 'attributes') {
    return value.filter((/** @type {any} */ { privacy }) => !privacy || privacy === 'public');
  }
  // The analyzer takes the first argument of an event's class for the event's name.
  if (key === 'events') {
    return value.filter((/** @type {any} */ { name }) => name?.startsWith('pps-'));
  }
  return value;
}

export default {
  globs: ['src/index.ts', 'src/define.ts', 'src/components/{private-podcast-subscribe,events}.ts'],
  outdir: '.',
  litelement: true,
  packagejson: false,
  plugins: [
    {
      name: 'as-shipped',
      packageLinkPhase(/** @type {any} */ { customElementsManifest }) {
        Object.assign(
          customElementsManifest,
          JSON.parse(JSON.stringify(customElementsManifest), (key, value) => asShipped(key, value)),
        );
      },
    },
  ],
};
