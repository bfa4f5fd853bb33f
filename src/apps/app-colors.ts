/**
 * The colours of the apps' tiles, loaded with their marks. An app with a mark has its owner's own colour, as
 * in simple-icons (CC0); any other has one on which white letters have 4.5:1 (WCAG 2.2, 1.4.3).
 */
import type { App, AppId } from './app-table.js';

const appColors: Readonly<Record<AppId, string>> = {
  'apple-podcasts': '#9933cc',
  overcast: '#fc7e0f',
  antennapod: '#364ff3',
  'podcast-addict': '#f4842d',
  'pocket-casts': '#f43e37',
  castro: '#00b265',
  'podcast-republic': '#2f6b4f',
  podkicker: '#7a4a21',
  downcast: '#5b6770',
  icatcher: '#8c2f39',
  rssradio: '#27705f',
  castamatic: '#9a5013',
  'podcast-guru': '#6b4e9b',
  'player-fm': '#c8122a',
  gpodder: '#43702d',
  kasts: '#35659a',
  podverse: '#1d4e89',
  fountain: '#3b3b98',
  anytimeplayer: '#5a5a1e',
  truefans: '#a23b72',
  spotify: '#1ed760',
  'youtube-music': '#ff0000',
  castbox: '#f55b23',
};

/** The colour of an app of a publisher's own that gives none. */
const DEFAULT_COLOR = '#5b6770';

/** @returns `#rrggbb` */
export function colorOf({ id, color }: App): string {
  return color ?? (Object.hasOwn(appColors, id) ? appColors[id as AppId] : DEFAULT_COLOR);
}
