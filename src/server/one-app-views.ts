/**
 * The buttons of a page that was reached for one app, for each app of the device. A link names its app in
 * the fragment, which no server sees: a script on the page takes the one that it needs.
 */
import { languageOf } from '../languages/languages.js';
import { appButtons } from '../components/buttons/app-buttons.js';
import { buttonsInput, renderButtons, type FirstView } from './first-view.js';
import { firstViewOf, type RenderOptions } from './render-subscribe-element.js';
import { renderTemplate } from './render-template.js';
import { WaitForScript } from './wait-for-script.js';

/**
 * @param options those of the element on the page.
 * @returns HTML: a `<template data-one-app="…">` for each app, whose content takes the place of `.buttons`.
 */
export async function renderOneAppViews(options: RenderOptions): Promise<string> {
  const view = await firstViewOf(options);
  const { primary, tiles, more } = appButtons(buttonsInput(view));
  const here = [...(primary ? [primary] : []), ...tiles, ...more];
  const ids = here.filter(({ via }) => via !== 'phone').map(({ app }) => app.id);
  return (await Promise.all(ids.map((id) => renderOneApp(view, id)))).join('\n');
}

async function renderOneApp(view: FirstView, oneApp: string): Promise<string> {
  const buttons = appButtons({ ...buttonsInput(view), oneApp });
  const waiting = new WaitForScript(oneApp);
  const html = renderTemplate(await renderButtons(view, buttons), waiting.next);
  return `<template data-one-app="${oneApp}">${html}${waiting.render(languageOf(view.locale))}</template>`;
}
