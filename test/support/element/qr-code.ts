/** Reads a QR code in the page as a phone's camera does: by its colours and its shape. */
import jsQR from 'jsqr';
import { waitUntil } from '../waiting/wait-until.js';

/** Waits for the code in a dialog, draws it in the colours and at the places that the page gives it, and reads it. */
export async function decoded(dialog: HTMLElement): Promise<string | undefined> {
  const find = () => dialog.querySelector<SVGSVGElement>('[part=qr] svg');
  await waitUntil(find, 'the code');
  const svg = find();
  const modules = svg?.viewBox.baseVal.width ?? 0;
  const side = modules * 4;
  const context = new OffscreenCanvas(side, side).getContext('2d');
  if (!svg || !context) return undefined;
  context.scale(4, 4);
  for (const path of svg.querySelectorAll('path')) {
    context.fillStyle = getComputedStyle(path).fill;
    context.fill(new Path2D(path.getAttribute('d') ?? ''));
  }
  const { data } = context.getImageData(0, 0, side, side);
  return jsQR(data, side, side, { inversionAttempts: 'dontInvert' })?.data;
}
