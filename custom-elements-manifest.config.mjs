/** The custom elements manifest is read out of the element's own comments. */
export default {
  globs: ['src/components/*.ts', 'src/define.ts', 'src/index.ts'],
  outdir: '.',
  litelement: true,
  packagejson: false,
};
