/** A QR code as one path, drawn from a well-kept encoder's matrix. */
import { svg, type SVGTemplateResult } from 'lit';
import { encode } from 'uqr';

/** Modules of quiet zone around the code (ISO/IEC 18004 asks for four). */
const QUIET_ZONE = 4;

export function renderQrCode(text: string): SVGTemplateResult {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return svg`<svg viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" aria-hidden="true">
    <path class="light" d="M0 0h${size}v${size}H0z" /><path class="dark" d=${path} />
  </svg>`;
}
