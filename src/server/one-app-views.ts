/**
 * The buttons of a page that was reached for one app, for each app of the device. A link names its app in
 * the fragment, which no server sees: a script on the page takes the one that it needs.
 */
import { appButtons } from '../components/buttons/app-buttons.js';
import {
  buttonsInput,
  devicesOf,
  renderButtons,
  type Device,
  type FirstView,
} from './first-view.js';
import { firstViewOf, type RenderOptions } from './render-subscribe-element.js';
import { escapeUTF8 } from 'entities/escape';
import { fill } from '../components/language/texts.js';
import { renderTemplate } from './render-template.js';
import { WaitForScript } from './wait-for-script.js';

/**
 * @param options those of the element on the page.
 * @param again status line for a member who has tapped once already; `{app}` stands for the app's name. An app that no
 * link opens gets none.
 * @returns HTML: a `<template data-one-app="…">` for each app, whose content takes the place of `.buttons`, with that
 * line as `data-again`; for the user agent of a Mac two of some, `data-only` naming the class of the place.
 */
export async function renderOneAppViews(options: RenderOptions, again: string): Promise<string> {
  const view = await firstViewOf(options);
  const views = await Promise.all(
    devicesOf(view.userAgent).map(async (device) => {
      const { primary, tiles, more } = appButtons(buttonsInput(view, device.platform));
      const here = [...(primary ? [primary] : []), ...tiles, ...more];
      const apps = here.filter(({ via }) => via !== 'phone').map(({ app }) => app);
      return Promise.all(
        apps.map(({ id, name }) => renderOneApp(view, id, device, fill(again, { app: name }))),
      );
    }),
  );
  return views.flat().join('\n');
}

async function renderOneApp(
  view: FirstView,
  oneApp: string,
  { platform, only }: Device,
  again: string,
): Promise<string> {
  const buttons = appButtons({ ...buttonsInput(view, platform), oneApp });
  const waiting = new WaitForScript([oneApp, only].filter(Boolean).join('-'));
  const html = renderTemplate(await renderButtons(view, buttons), waiting.next);
  const line = buttons.primary?.via === 'copy' ? '' : again;
  const place = only ? ` data-only="${only}"` : '';
  return `<template data-one-app="${oneApp}" data-again="${escapeUTF8(line)}"${place}>${html}${waiting.render(view.texts)}</template>`;
}
