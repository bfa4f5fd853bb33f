/**
 * What each failure means and what to do about it, by its code. The log says it in the `do` of a line, and
 * docs/runbook.md has these tables: a test compares them.
 */
import { isSqlState } from './failure-code.js';

/** One failure, or several of the same kind. */
export interface Advice {
  /** A code that ends in `…` stands for all others that begin so. */
  codes: readonly string[];
  /** In Markdown, as what to do. */
  meaning: string;
  advice: string;
}

/** @param table a row has its codes, what they mean and what to do, in Markdown */
const readTable = (table: string): Advice[] =>
  table
    .trim()
    .split('\n')
    .map((row) => {
      const [codes = '', meaning = '', advice = ''] = row.split(' | ');
      return { codes: codes.split(' '), meaning, advice };
    });

/** SQLSTATEs of Postgres and PGlite. */
export const sqlStates = readTable(`
53100 | The disk is full. | \`df --human-readable\`, then free space: \`journalctl --vacuum-size=200M\`, \`apt-get clean\`, old files of backups. With \`--database\` it is the disk of Postgres. Writes work again without a restart.
25006 | The database accepts reads only. | After a failover, lead \`--database\` to the primary and restart: \`psql -c 'select pg_is_in_recovery()'\` says \`t\` on a replica. Otherwise \`psql -c 'show default_transaction_read_only'\`: somebody set it, or the host did on a full disk.
08… 57P… | The connection to Postgres is lost or cannot be made. | Check that Postgres runs (\`pg_isready --host HOST\`). Check \`--database\`: the host's name, whether name servers know it, and the certificate (\`sslmode\` and \`sslrootcert\`). Then the network between, and the firewall. The service connects again by itself.
28… | Postgres refuses the user. | Check \`PGPASSWORD\` in \`secrets.env\`, the user in \`--database\`, and \`pg_hba.conf\`. Restart after a change of \`secrets.env\`.
3D000 | There is no such database. | Check the last part of \`--database\`.
42501 | The user may not use a table. | Make the service's user the owner: \`alter table pps_… owner to …\`. The tables belong to somebody else after a restore as another user.
42… | The tables are not those of this release. | Check that \`--database\` names the right database. If a newer release has opened it, start that one again.
53200 | Postgres has no memory left. | \`free --mebi\`; give it more, or end what does not belong there.
53300 | Postgres has no connection left. | \`psql -c 'select application_name, count(*) from pg_stat_activity group by 1'\` says who has them. Raise \`max_connections\`, or run fewer processes.
53… | Postgres lacks a resource. | Its own log says which.
40… 55P03 57014 | Two writers met, or a statement took long. | Once: nothing. Every minute: \`psql -c "select pid, state, query from pg_stat_activity where wait_event_type = 'Lock'"\`.
58… | Postgres cannot read or write its files. | \`journalctl --dmesg\` for errors of the disk. Make a backup now, while it still reads.
XX001 XX002 | The database is damaged. | Stop the service, copy the data aside, check the disk, and [restore the last backup](running.md#restore-it). All links stay.
XX… | Postgres reports a fault of its own. | Its own log says which. If it stays, restart Postgres.
`);

/** Codes of the operating system, of Node and of its HTTP client. */
export const systemCodes = readTable(`
ENOSPC | The disk is full. | As \`53100\`. \`df --inodes\` too: many small files fill a disk that has space.
EDQUOT | The user's quota of the disk is used up. | \`quota --user podcast\`; free space or raise it.
EROFS | The disk is mounted read-only. | \`journalctl --dmesg\` says why: mostly a dying disk. Make a backup, repair it, mount it anew. If the path is outside \`ReadWritePaths\` of the unit, it is systemd who forbids it.
EIO | The disk cannot be read or written. | \`journalctl --dmesg\`. Make a backup now, and move to another disk.
ENOENT ENOTDIR | The file is not where the catalogue says. | Move the \`file\` of the line back, or correct \`feed\` in the catalogue and \`systemctl reload private-podcast\`. Whatever uploads the show may have changed its folder.
EISDIR | The path leads to a folder. | Give the path of the file in the catalogue, and reload.
EACCES EPERM | The service may not use the file. | \`namei -l FILE\` shows which folder keeps \`podcast\` out. Files in \`/home\` and \`/root\` stay closed to it (\`ProtectHome\` in the unit).
EMFILE ENFILE | Too many files are open. | \`systemctl edit private-podcast\`, \`[Service]\`, \`LimitNOFILE=65536\`, then restart.
ENOMEM | The machine is out of memory. | \`free --mebi\`, \`ps aux --sort -rss\`; end what does not belong there, or give it more.
ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH UND_ERR_CONNECT_TIMEOUT UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT UND_ERR_SOCKET | The host of the feed does not answer. | Members get the last copy. \`curl --head URL\` from the server, with the URL in the catalogue. If it fails there too, tell whoever runs that host. If it works, look at the firewall of the server.
ENOTFOUND ENODATA ESERVFAIL ETIMEOUT EAI_AGAIN | The name of the feed's host cannot be looked up. | \`getent hosts HOST\`. For one host: a typing error in the catalogue, or its domain has ended. For all: the name servers in \`/etc/resolv.conf\`.
CERT_HAS_EXPIRED CERT_NOT_YET_VALID DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_VERIFY_LEAF_SIGNATURE ERR_TLS_CERT_ALTNAME_INVALID EPROTO | The certificate of the feed's host is refused. | Members get the last copy. \`curl --head URL\` says why. Its owner has to renew it. If all hosts fail: \`timedatectl\`, and \`apt-get install ca-certificates\`.
ERR_WORKER_OUT_OF_MEMORY | A feed needs more memory than its thread has. | Look at the size of the show's feed; drop old episodes from it.
ERR_WORKER_INIT_FAILED | A thread could not start. | \`systemctl show private-podcast --property TasksMax,MemoryMax,LimitNOFILE\`, and \`free --mebi\`. Raise what is used up, and restart.
`);

/** Failures without such a code, by the service's own: the `error` of a line. */
export const ownCodes = readTable(`
bad-feed | The show's feed is not RSS, or too large. | Look at it: \`head --bytes 300 FILE\`. A page that says "log in" or "error" in its place is common. Members get the last good copy, if there is one.
bad-response | Another server's answer cannot be used. | With \`"ping":"overcast"\`: nothing, new episodes only come later in that app. Otherwise open the feed's URL from the server; members get the last copy.
not-found | A product or an address is not there. | The message says which: the \`sku\` of your site's tokens is not in the catalogue, or nothing is at the feed's URL.
token-invalid | The token of a page was not made with this secret. | One line now and then is somebody who tries. If all members read that they should log in again, \`PPS_SUBSCRIBE_SECRET\` here and in the site's environment differ, mostly after one was changed. Make them the same, and restart.
token-expired | The token of a page is too old. | \`timedatectl\` here and on the site's machine. Otherwise the page lacks [\`getToken\`](start.md#renew-the-token).
bad-input | A request cannot be used. | The message names what is wrong in it. If your site sends it, correct the site.
rate-limited | Another server wants fewer requests. | Once: nothing. If it stays, ask its operator.
config | Something in the configuration is wrong. | The message names it. After a reload the catalogue of before is still in force: correct the file, \`private-podcast-service check --catalogue catalogue.json\`, reload.
forbidden | A feed's host is not public, or an origin differs. | The message names the option, and the page's origin. A feed at a private address needs \`--allow-host\`. A page at another origin needs \`--origin\`.
network | A server could not be reached. | As \`ECONNREFUSED\`.
timeout | Something did not answer in time. | The message names it. The database: \`uptime\` and \`psql -c 'select * from pg_stat_activity'\`. A feed's host: members get the last copy.
unavailable | Something that the service needs is away. | The message names it. "responded with 404" is the host of a feed: was it moved? Members get the last copy, if there is one. "a thread … has died": as \`ERR_WORKER_INIT_FAILED\`.
others | More than 200 different failures in a minute. | Look at the lines before it. All have one cause: mostly the disk or the database.
`);

/** The advice for a failure that is none of the above. */
export const unexpected: Advice = {
  codes: [],
  meaning: 'This is a fault of the service.',
  advice:
    'Restart it if members are affected, and report this line, with `at`: it holds no secret.',
};

const byCode = (table: Advice[]) =>
  new Map(table.flatMap((row) => row.codes.map((code) => [code.replace('…', ''), row] as const)));
const ofSql = byCode(sqlStates);
const ofSystem = byCode(systemCodes);
const ofService = byCode(ownCodes);

/** What a code of the network means where it is the database that is away. */
const NO_DATABASE = '08';
const isOfNetwork = (code: string) => {
  const row = ofSystem.get(code);
  return ['ECONNREFUSED', 'ENOTFOUND', 'EPROTO'].some((known) => row === ofSystem.get(known));
};

function ofCode(code: string, isOfDatabase: boolean): Advice | undefined {
  if (isSqlState(code))
    return ofSql.get(code) ?? ofSql.get(code.slice(0, 3)) ?? ofSql.get(code.slice(0, 2));
  return isOfDatabase && isOfNetwork(code) ? ofSql.get(NO_DATABASE) : ofSystem.get(code);
}

/** What to do, with the words of another row in place of its code: whoever reads the log has no table. */
const whole = (advice: string) =>
  advice.replace(/^As `(\w+)`\./, (_, code: string) => ofCode(code, false)?.advice ?? '');

/** A text in Markdown without its marks. */
const plain = (text: string) =>
  text.replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, '$1').replaceAll('`', '');

/**
 * Finds what to do about a failure, in a sentence or two.
 * @param isOfDatabase where the same code of the network is not about the host of a feed
 * @param code what another program called it
 * @param error what the service calls it
 */
export function adviceFor(isOfDatabase: boolean, code: string | undefined, error: string): string {
  const found = code === undefined ? undefined : ofCode(code, isOfDatabase);
  const { meaning, advice } = found ?? ofService.get(error) ?? unexpected;
  return plain(`${meaning} ${whole(advice)}`);
}
