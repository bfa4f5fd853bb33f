/**
 * What stands for a recording in a member's feed, for a product whose recordings are signed: who
 * the member is, which recording, and until when. Nobody else can make such a code.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FeedLinks } from './feed-links.js';
import type { FeedLink } from './store.js';

export interface RecordingCodes {
  /** Makes the codes for one member's feed. They stay the same for a day. */
  signerFor: (link: FeedLink) => { until: number; sign: (recordingId: string) => string };
  /** The feed link and the recording of a code; `undefined` if it is invalid, expired or revoked. */
  open: (code: string) => Promise<{ link: FeedLink; recordingId: string } | undefined>;
}

/**
 * Codes expire after one to two days: apps fetch the feed at least daily, and all codes that are
 * made on one day expire together, so that the feed does not change with every request.
 */
const PERIOD_SECONDS = 24 * 60 * 60;

const ID_BYTES = 12;
const EXPIRY_BYTES = 4;
const RECORDING_BYTES = 9;
const HEAD_BYTES = ID_BYTES + EXPIRY_BYTES + RECORDING_BYTES;
const MAC_BYTES = 16;
const CODE = /^[\w-]{55}$/;

/** @param feedKey the service's key, from which one for this purpose alone is derived. */
export function createRecordingCodes(
  feedKey: string,
  feedLinks: FeedLinks,
  now: () => Date,
): RecordingCodes {
  const key = createHmac('sha256', feedKey).update('recording').digest();
  const secondsNow = () => Math.floor(now().getTime() / 1000);

  /** Covers the version of the feed link: a reset ends the codes, too. */
  const macOf = (head: Buffer, version: number) =>
    createHmac('sha256', key).update(head).update(`:${version}`).digest().subarray(0, MAC_BYTES);

  return {
    signerFor({ entitlementId, version }) {
      const until = (Math.floor(secondsNow() / PERIOD_SECONDS) + 2) * PERIOD_SECONDS;
      return {
        until,
        sign(recordingId) {
          const head = Buffer.alloc(HEAD_BYTES);
          head.write(entitlementId, 'hex');
          head.writeUInt32BE(until, ID_BYTES);
          head.write(recordingId, ID_BYTES + EXPIRY_BYTES, 'base64url');
          return Buffer.concat([head, macOf(head, version)]).toString('base64url');
        },
      };
    },

    async open(code) {
      if (!CODE.test(code)) return undefined;
      const bytes = Buffer.from(code, 'base64url');
      const head = bytes.subarray(0, HEAD_BYTES);
      const current = await feedLinks.current(head.toString('hex', 0, ID_BYTES));
      const mac = bytes.subarray(HEAD_BYTES);
      if (!current || !timingSafeEqual(mac, macOf(head, current.link.version))) return undefined;
      if (head.readUInt32BE(ID_BYTES) <= secondsNow()) return undefined;
      const recordingId = head.toString('base64url', ID_BYTES + EXPIRY_BYTES);
      return { link: current.link, recordingId };
    },
  };
}
