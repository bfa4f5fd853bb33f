/** A QR code as one SVG path, from the matrix that the `uqr` encoder returns. */
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { encode, type QrCodeGenerateResult } from 'uqr';

/** Modules of quiet zone around the code (ISO/IEC 18004 asks for four). */
const QUIET_ZONE = 4;

function encoded(text: string): QrCodeGenerateResult | undefined {
  try {
    return encode(text, { ecc: 'M', border: QUIET_ZONE });
  } catch {
    return undefined;
  }
}

/** The code; `nothing` if the text is too long for one (2,331 bytes). */
export function renderQrCode(text: string): TemplateResult | typeof nothing {
  const code = encoded(text);
  if (!code) return nothing;
  const { data, size } = code;
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  const box = `0 0 ${size} ${size}`;
  const background = `M0 0h${size}v${size}H0z`;
  return html`<svg viewBox=${box} shape-rendering="crispEdges" aria-hidden="true">
    <path class="light" d=${background} />
    <path class="dark" d=${path} />
  </svg>`;
}
