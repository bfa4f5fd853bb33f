/** Silence as a WAV file: 8 bit, one channel, and the lowest rate that Chromium plays. */
export function silence(seconds: number): Blob {
  const rate = 3000;
  const head = new DataView(new ArrayBuffer(44));
  const write = (at: number, text: string) =>
    new TextEncoder().encode(text).forEach((byte, index) => head.setUint8(at + index, byte));
  const size = rate * seconds;
  write(0, 'RIFF');
  head.setUint32(4, 36 + size, true);
  write(8, 'WAVEfmt ');
  head.setUint32(16, 16, true);
  head.setUint16(20, 1, true);
  head.setUint16(22, 1, true);
  head.setUint32(24, rate, true);
  head.setUint32(28, rate, true);
  head.setUint16(32, 1, true);
  head.setUint16(34, 8, true);
  write(36, 'data');
  head.setUint32(40, size, true);
  return new Blob([head, new Uint8Array(size).fill(128)], { type: 'audio/wav' });
}
