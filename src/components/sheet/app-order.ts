/** The order of the apps in the sheet: those that a member knows by their mark, then those with letters. */
import type { AppButton } from '../buttons/app-buttons.js';
import { hasIcon } from '../icons/load-icon.js';

/** @param chosen id of the app that the member chose on this device: it goes first. */
export function byMark(buttons: readonly AppButton[], chosen: string | undefined): AppButton[] {
  const rank = ({ app }: AppButton) => (app.id === chosen ? 0 : hasIcon(app.id) ? 1 : 2);
  return [...buttons].sort((a, b) => rank(a) - rank(b));
}
