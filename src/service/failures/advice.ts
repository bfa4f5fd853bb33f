/**
 * The advice for each failure, by its code: the `do` of a line in the log. docs/runbook.md has a row for each code here,
 * and a test holds it to that.
 */
import type { ErrorCode } from '../../errors/private-podcast-error.js';
import { isSqlState } from './failure-code.js';

/** The part that failed. The same code asks for other hands where a feed's host gave it than where the database did. */
export type Where = 'database' | 'feed' | 'service';

const diskFull =
  'The disk is full. Free space on the disk of the data folder (of Postgres, with --database); writes work again without a restart.';
const readOnly =
  'The database accepts reads only. After a failover, let --database lead to the primary; otherwise look at default_transaction_read_only and the disk of Postgres.';
const tryAgain =
  'Nothing, if it was once: the request can be repeated. If it goes on, look at the locks and timeouts of Postgres.';
const refused =
  'Postgres does not let the service in. Check the user and the password (PGPASSWORD) of --database, and pg_hba.conf.';
const noDatabase =
  'The connection to Postgres is lost or cannot be made. Check that Postgres runs, that --database names it, and the network between.';
const databaseHostUnknown =
  'The name of the database’s host cannot be looked up. Check --database, and the name servers of this machine.';
const databaseCertificate =
  'The certificate of Postgres is refused. Check it, and sslmode and sslrootcert in --database.';
const schema =
  'The tables are not those of this release. Check that --database names the right database and that no newer release has opened it.';
const corrupt =
  'The database is damaged. Stop the service, copy the data aside, check the disk, and restore the last backup.';
const ioError = 'The disk cannot be read or written. Look at the kernel log for its errors.';

/** SQLSTATEs of Postgres and PGlite, and the two letters of their classes for all others of these. */
export const sqlStates = {
  '08': noDatabase,
  25006: readOnly,
  28: refused,
  '3D000': 'There is no such database. Check --database.',
  40: tryAgain,
  42501: 'The database user lacks a privilege. Make it the owner of the pps_ tables.',
  42: schema,
  53100: diskFull,
  53200: 'Postgres is out of memory. Give it more, or let fewer programs use it.',
  53300: 'Postgres has no connection left. Raise max_connections, or run fewer processes.',
  53: 'Postgres lacks a resource. Its own log says which.',
  '55P03': tryAgain,
  57014: tryAgain,
  '57P': noDatabase,
  58: ioError,
  XX001: corrupt,
  XX002: corrupt,
  XX: 'Postgres reports a fault of its own. Its own log says which.',
} as const;

const fileMissing =
  'The file is not where the catalogue says. Move it back, or correct the path in the catalogue and reload.';
const noPermission =
  'The service may not use the file. Let the user that it runs as read it, and enter the folders above it (namei -l FILE).';
const tooManyFiles =
  'Too many files are open. Raise the limit of open files (LimitNOFILE in the unit).';
const feedHostDown =
  'The host of the feed does not answer. Members get the last copy; try the feed’s address from this machine, and ask whoever runs the host.';
const feedHostUnknown =
  'The name of the feed’s host cannot be looked up. Check the address in the catalogue, and the name servers of this machine.';
const certificate =
  'The certificate of the feed’s host is refused. Members get the last copy; ask whoever runs the host to renew or complete it.';

/** Codes of the operating system, of Node and of its HTTP client. */
export const systemCodes = {
  ENOSPC: diskFull,
  EDQUOT: 'The disk quota of the user is used up. Free space, or raise the quota.',
  EROFS:
    'The disk is mounted read-only. Look at the kernel log, repair the disk, and mount it anew.',
  EIO: ioError,
  ENOENT: fileMissing,
  ENOTDIR: fileMissing,
  EISDIR: 'The path leads to a folder. Give the path of the file.',
  EACCES: noPermission,
  EPERM: noPermission,
  EMFILE: tooManyFiles,
  ENFILE: tooManyFiles,
  ENOMEM: 'The machine is out of memory. Give it more, or let fewer programs run on it.',
  ECONNREFUSED: feedHostDown,
  ECONNRESET: feedHostDown,
  EPIPE: feedHostDown,
  ETIMEDOUT: feedHostDown,
  EHOSTUNREACH: feedHostDown,
  ENETUNREACH: feedHostDown,
  UND_ERR_CONNECT_TIMEOUT: feedHostDown,
  UND_ERR_HEADERS_TIMEOUT: feedHostDown,
  UND_ERR_BODY_TIMEOUT: feedHostDown,
  UND_ERR_SOCKET: feedHostDown,
  ENOTFOUND: feedHostUnknown,
  ENODATA: feedHostUnknown,
  ESERVFAIL: feedHostUnknown,
  ETIMEOUT: feedHostUnknown,
  EAI_AGAIN: feedHostUnknown,
  CERT_HAS_EXPIRED: certificate,
  CERT_NOT_YET_VALID: certificate,
  DEPTH_ZERO_SELF_SIGNED_CERT: certificate,
  SELF_SIGNED_CERT_IN_CHAIN: certificate,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: certificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: certificate,
  ERR_TLS_CERT_ALTNAME_INVALID: certificate,
  EPROTO: certificate,
  ERR_WORKER_OUT_OF_MEMORY: 'A feed needs more memory than its thread has. Shorten the feed.',
  ERR_WORKER_INIT_FAILED:
    'A thread could not start. Raise the limits of memory, open files and threads (LimitNOFILE, TasksMax, MemoryMax in the unit).',
} as const;

/** Failures without such a code: what is told of the service's own codes, by `error`. */
export const ownCodes = {
  'bad-feed':
    'Check the feed of the product `sku` in a feed validator. Members get the last good copy, if there is one.',
  'bad-response': 'The other server’s answer cannot be used. Open its address from this machine.',
  'not-found':
    'The message says what is missing: a product of the catalogue that the site names, or the address of a feed.',
  'token-invalid':
    'One at a time is somebody who tries. If members are affected, give the site and the service the same secret (PPS_SUBSCRIBE_SECRET), and restart the one that changed.',
  'token-expired':
    'Set the clocks of the site and of this machine by the time of day. Otherwise the page does not renew its token (getToken).',
  'bad-input':
    'Somebody sent what cannot be used; the message names it. Correct the site if it is yours.',
  'rate-limited':
    'Nothing, if it was once. If it goes on, ask the other server’s operator for its limits.',
  config:
    'The message names what to change. Correct it and start the service again, or reload the catalogue.',
  forbidden: 'The message names the option or the address that is not allowed.',
  network: feedHostDown,
  timeout:
    'Something did not answer in time; the message names it. Check that it runs and is not overloaded.',
  unavailable: 'Something that the service needs is away; the message names it.',
} as const satisfies Partial<Record<ErrorCode, string>>;

/** The same, for a feed of the catalogue. */
export const feedCodes = {
  'bad-feed': ownCodes['bad-feed'],
  'bad-response': feedHostDown,
  timeout: feedHostDown,
  unavailable:
    'Members get the last copy, if there is one. The message says what the host of the feed answered: try the address from this machine, or correct it in the catalogue and reload.',
} as const satisfies Partial<Record<ErrorCode, string>>;

/** The advice for a failure that is none of the above. */
export const unexpected =
  'This is a fault of the service. Restart it if members are affected, and report this line.';

const own = (table: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** Advice about the database, for codes whose advice elsewhere is about a host of feeds. */
const ofDatabase = new Map<string | undefined, string>([
  [feedHostDown, noDatabase],
  [feedHostUnknown, databaseHostUnknown],
  [certificate, databaseCertificate],
]);

function ofCode(code: string, where: Where): string | undefined {
  if (isSqlState(code)) {
    const parts = [code, code.slice(0, 3), code.slice(0, 2)];
    return parts.map((part) => own(sqlStates, part)).find(Boolean);
  }
  const advice = own(systemCodes, code);
  return (where === 'database' && ofDatabase.get(advice)) || advice;
}

/** Finds the advice for a failure. */
export function adviceFor(where: Where, code: string | undefined, error: string): string {
  const advice = code === undefined ? undefined : ofCode(code, where);
  const ofFeed = where === 'feed' ? own(feedCodes, error) : undefined;
  return advice ?? ofFeed ?? own(ownCodes, error) ?? unexpected;
}
