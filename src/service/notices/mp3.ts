/** How long an MP3 lasts, read from the headers of its frames (ISO 11172-3 §2.4.1, 13818-3). */

/** Kilobits a second by the header's index: of MPEG 1, and of MPEG 2 and 2.5. */
const BITRATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const LOWER_BITRATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [44_100, 48_000, 32_000];
/** By the header's bits for the version: MPEG 2.5, none, MPEG 2, MPEG 1. */
const RATE_DIVISORS = [4, 0, 2, 1];

const ID3_HEADER_LENGTH = 10;
/** Fewer could be chance: other files hold the bits of a header, too. */
const MIN_FRAMES = 3;

interface Frame {
  length: number;
  seconds: number;
}

/** The frame of layer III that starts at an offset. */
function frameAt(bytes: Uint8Array, offset: number): Frame | undefined {
  const [first = 0, second = 0, third = 0] = bytes.subarray(offset, offset + 3);
  const isLayer3 = first === 0xff && (second & 0xe6) === 0xe2;
  const version = (second >> 3) & 3;
  const isMpeg1 = version === 3;
  const divisor = RATE_DIVISORS[version] ?? 0;
  const fullRate = SAMPLE_RATES[(third >> 2) & 3] ?? 0;
  const bitrate = (isMpeg1 ? BITRATES : LOWER_BITRATES)[third >> 4] ?? 0;
  if (!isLayer3 || divisor === 0 || fullRate === 0 || bitrate === 0) return undefined;
  const rate = fullRate / divisor;
  const samples = isMpeg1 ? 1152 : 576;
  const padding = (third >> 1) & 1;
  const length = Math.floor(((samples / 8) * bitrate * 1000) / rate) + padding;
  return { length, seconds: samples / rate };
}

/** The offset after the ID3 tags at the start. A tag's size has seven bits in each byte. */
function afterTags(bytes: Uint8Array): number {
  let offset = 0;
  while (Buffer.from(bytes.subarray(offset, offset + 3)).toString('latin1') === 'ID3') {
    const size = bytes.subarray(offset + 6, offset + ID3_HEADER_LENGTH);
    offset += size.reduce((sum, byte) => sum * 128 + byte, 0) + ID3_HEADER_LENGTH;
  }
  return offset;
}

/** The seconds that an MP3 lasts; `undefined` if the bytes are not an MP3. */
export function mp3Seconds(bytes: Uint8Array): number | undefined {
  let offset = afterTags(bytes);
  let frames = 0;
  let seconds = 0;
  for (;;) {
    const frame = frameAt(bytes, offset);
    if (!frame) break;
    offset += frame.length;
    frames += 1;
    seconds += frame.seconds;
  }
  return frames < MIN_FRAMES ? undefined : seconds;
}
