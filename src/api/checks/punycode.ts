/** Punycode (RFC 3492), by which DNS writes a label that is not ASCII. */

const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE = 0x80;

const digit = (value: number): string => String.fromCharCode(value < 26 ? 97 + value : 22 + value);

/** The bias for the next delta (RFC 3492 §6.1). */
function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}

/** A delta as an integer of variable length (RFC 3492 §3.3). */
function digitsOf(delta: number, bias: number): string {
  let digits = '';
  let rest = delta;
  for (let k = BASE; ; k += BASE) {
    const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX);
    if (rest < threshold) return digits + digit(rest);
    digits += digit(threshold + ((rest - threshold) % (BASE - threshold)));
    rest = Math.floor((rest - threshold) / (BASE - threshold));
  }
}

/**
 * Encodes a label as it is: it maps no letter to another.
 * @example
 * punycode('exämple'); // 'exmple-cua'
 */
export function punycode(label: string): string {
  const codes = Array.from(label, (letter) => letter.codePointAt(0) ?? 0);
  const basic = codes.filter((code) => code < FIRST_CODE);
  let encoded = String.fromCharCode(...basic) + (basic.length > 0 ? '-' : '');
  let bias = FIRST_BIAS;
  let delta = 0;
  let next = FIRST_CODE;
  for (let done = basic.length; done < codes.length; delta++, next++) {
    const code = codes.reduce(
      (least, each) => (each >= next && each < least ? each : least),
      Infinity,
    );
    delta += (code - next) * (done + 1);
    next = code;
    for (const each of codes) {
      if (each < next) delta++;
      if (each !== next) continue;
      encoded += digitsOf(delta, bias);
      bias = adapt(delta, done + 1, done === basic.length);
      delta = 0;
      done++;
    }
  }
  return encoded;
}
