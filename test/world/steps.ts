/** What happens in the world, one step at a time, in words that a reader of a failure understands. */
import fc from 'fast-check';
import { createSubscribeToken } from '../../src/publisher.js';
import {
  sendEvent,
  ghostMember,
  stripeEvent,
  stripeSubscription,
} from '../support/feed-service/event-senders.js';
import {
  Model,
  members,
  senders,
  shows,
  type End,
  type Member,
  type Sender,
  type Show,
  type Statement,
} from './model.js';
import { expectHearing, observe } from './observe.js';
import { pages, subscribeSecret, type Page, type World } from './world.js';

type Command = fc.AsyncCommand<Model, World>;

/** A step, and what must hold after it. */
function step(name: string, run: Command['run'], check: Command['check'] = () => true): Command {
  return {
    check,
    async run(model, world) {
      model.now = world.clock.time;
      await run(model, world);
      await observe(model, world);
    },
    toString: () => name,
  };
}

/** What goes wrong amid a change, after so many statements. Then the change is asked for again. */
type Amid = { statements: number; how: 'killed' | 'away' } | undefined;
const said = (amid: Amid) =>
  amid ? `, ${amid.how} after ${amid.statements} statements, and again` : '';

async function acknowledged(
  world: World,
  process: number,
  amid: Amid,
  call: () => Promise<Response>,
  also: number[] = [],
) {
  const pool = world.processes[process]!.pool;
  const failed = new Promise<undefined>((resolve) => {
    if (!amid) return;
    pool.after(amid.statements, () => {
      if (amid.how === 'killed') world.kill(process);
      else world.database.leave();
      resolve(undefined);
    });
  });
  const first = await Promise.race([call(), failed.then(() => world.settle())]);
  pool.after(Infinity, () => undefined);
  await world.settle();
  world.database.isAway = false;
  if (!world.processes[process]) await world.start(process);
  const answer = first?.ok ? first : await call();
  // An operator names members by their addresses, and is answered with them.
  await world.read(answer.clone(), 'a change', members.map(world.email).join());
  if (!answer.ok && !also.includes(answer.status))
    throw new Error(`A change was answered with ${answer.status}: ${await answer.text()}`);
  return answer;
}

const canChange = (process: number) => (model: Readonly<Model>) =>
  !model.isAway && model.isUp[process]!;

/** Whether a process knows of a product, so that its operator and the senders of events can name it. */
const canName = (process: number, show: Show) => (model: Readonly<Model>) =>
  canChange(process)(model) && model.offered.has(show) && (model.readBy ?? process) === process;

const HOUR = 3_600_000;
const ends = {
  never: undefined,
  'in an hour': HOUR,
  'in two days': 48 * HOUR,
  'an hour ago': -HOUR,
  today: 0,
};
type EndName = keyof typeof ends;
/** The end as it is written, and as it is meant: a day counts to its end. */
function endOf(name: EndName, now: number): { until?: string; end: End } {
  if (name === 'never') return { end: undefined };
  if (name === 'today') {
    const until = new Date(now).toISOString().slice(0, 10);
    return { until, end: Date.parse(`${until}T23:59:59.999Z`) };
  }
  const end = Math.floor(now) + ends[name];
  return { until: new Date(end).toISOString(), end };
}

async function tokenFor(model: Model, world: World, member: Member, show: Show, isKept: boolean) {
  const name = Model.pair(member, show);
  const known = model.tokens.get(name);
  if (isKept && known) return known;
  const claims = { email: world.email(member), sku: world.sku(show) };
  const text = world.keepSecret(await createSubscribeToken(claims, subscribeSecret));
  const token = { text, expiresAt: Math.floor(model.now / 1000) * 1000 + 300_000 };
  model.tokens.set(name, token);
  return token;
}

interface Asking {
  member: Member;
  show: Show;
  page: Page;
  process: number;
  isKept: boolean;
  asks: 'page' | 'fresh' | 'reset';
}

const pageAsks = ({ member, show, page, process, isKept, asks }: Asking) =>
  step(
    `${member}'s page asks ${page}${page === 'service' ? ` at ${process}` : ''} for ${show}${asks === 'page' ? '' : `: ${asks}`}${isKept ? ', with the same token' : ''}`,
    async (model, world) => {
      const token = await tokenFor(model, world, member, show, isKept);
      const isReset = asks === 'reset';
      const isShared = page === 'first' || page === 'second';
      const mayDo = () => {
        const own = isShared ? undefined : page === 'service' ? process : world.answered;
        const kept = model.answers(member, show, own, isShared);
        if (asks === 'page') return kept;
        const now = [...model.hearings(member, show, own)];
        const noes = asks === 'reset' ? [...kept].filter((each) => each !== 'open') : [];
        return new Set([...now, ...noes]);
      };
      const before = mayDo();
      const query = asks === 'page' ? '' : `?${asks}`;
      const answer = await world.askPage(
        page,
        process,
        query,
        token.text,
        isReset ? 'POST' : 'GET',
      );
      const lateness = model.now - token.expiresAt;
      model.now = world.clock.time;
      const where = `the answer of ${page}`;
      const text = await answer.text();
      const body = JSON.parse(text || '{}') as { feedUrl?: string; code?: string; sku?: string };
      if (answer.status === 401) {
        world.search(text, where);
        if (lateness < 0 || body.code !== 'token-expired')
          throw new Error(`A token was refused: ${text}`);
        return;
      }
      if (lateness >= 5_000 && answer.status < 500)
        throw new Error('A token that has expired was accepted.');
      world.search(text + [...answer.headers].join(), where, body.feedUrl);
      if (answer.status === 429 && isReset && (model.resets += 1) > 5) return;
      // docs/interface.md 4.3: an unknown product is 404 there, and 502 here.
      const isGone = answer.status === 404 || (answer.status === 502 && !model.isAway);
      const refusal = answer.status === 403 ? 'ended' : isGone ? 'gone' : answer.status;
      const heard = answer.ok ? 'open' : refusal;
      if (!answer.ok && !model.isUp.includes(true)) return;
      const at = { model, world, process: page === 'service' ? process : undefined };
      await expectHearing(heard, where, at, () => new Set([...before, ...mayDo()]));
      if (!body.feedUrl) return;
      const cacheForgot = isShared && model.now > model.cacheWorksFrom;
      if (isReset) model.resets += 1;
      if (isReset) model.reset(member, show, world.answered, cacheForgot);
      const isCached = isShared && asks === 'page';
      if (
        !model.isLink(
          member,
          show,
          body.feedUrl,
          isCached ? undefined : world.answered,
          isCached,
        ) ||
        body.sku !== world.sku(show)
      )
        throw new Error(`${where} has a link that is not ${member}'s current one`);
      world.keepSecret(new URL(body.feedUrl).pathname.split('/')[2]!);
    },
    (model) => (asks !== 'reset' || !model.isAway) && (page !== 'service' || model.isUp[process]!),
  );

interface Pair {
  member: Member;
  show: Show;
  process: number;
  amid: Amid;
}
const grantPath = (world: World, { member, show }: Pair) =>
  `/admin/grants/${encodeURIComponent(world.sku(show))}/${encodeURIComponent(world.email(member))}`;

const grants = (pair: Pair, end: EndName) =>
  step(
    `operator at ${pair.process} grants ${pair.member} ${pair.show}, ends ${end}${said(pair.amid)}`,
    async (model, world) => {
      const { until, end: meant } = endOf(end, model.now);
      const body = JSON.stringify({ until });
      await acknowledged(world, pair.process, pair.amid, () =>
        world.administer(pair.process, 'PUT', grantPath(world, pair), body),
      );
      model.granted.set(Model.pair(pair.member, pair.show), meant);
      model.changed(pair.process);
    },
    canName(pair.process, pair.show),
  );

const revokes = (pair: Pair) =>
  step(
    `operator at ${pair.process} ends the grant of ${pair.member} for ${pair.show}${said(pair.amid)}`,
    async (model, world) => {
      await acknowledged(
        world,
        pair.process,
        pair.amid,
        () => world.administer(pair.process, 'DELETE', grantPath(world, pair)),
        [404, 409],
      );
      model.granted.delete(Model.pair(pair.member, pair.show));
      model.changed(pair.process);
    },
    canChange(pair.process),
  );

const imports = (process: number, show: Show, end: EndName, amid: Amid) =>
  step(
    `operator at ${process} imports ${show} for all, ends ${end}${said(amid)}`,
    async (model, world) => {
      const { until = '', end: meant } = endOf(end, model.now);
      const file = [
        'email,sku,until',
        ...members.map((member) => `${world.email(member)},${world.sku(show)},${until}`),
      ].join('\n');
      await acknowledged(world, process, amid, () =>
        world.administer(process, 'POST', '/admin/grants', file, 'text/csv'),
      );
      for (const member of members) model.granted.set(Model.pair(member, show), meant);
      model.changed(process);
    },
    canName(process, show),
  );

const resets = (pair: Pair) =>
  step(
    `operator at ${pair.process} resets ${pair.member}'s link to ${pair.show}${said(pair.amid)}`,
    async (model, world) => {
      const body = JSON.stringify({ sku: world.sku(pair.show), email: world.email(pair.member) });
      const links = model.links(pair.member, pair.show);
      const isKnown = links.length > 1 || links[0]!.value.url !== undefined;
      const answer = await acknowledged(
        world,
        pair.process,
        pair.amid,
        () => world.administer(pair.process, 'POST', '/admin/feeds/reset', body),
        [404],
      );
      if (isKnown && !answer.ok) throw new Error('A link was not found.');
      if (answer.ok) model.reset(pair.member, pair.show, pair.process);
    },
    canChange(pair.process),
  );

const reloads = (
  process: number,
  offered: readonly Show[],
  listed: { member: Member; show: Show; end: EndName }[],
  amid: Amid,
) =>
  step(
    `the catalogue has ${offered.join(' and ') || 'nothing'}, and ${listed.map(({ member, show, end }) => `${member}'s ${show} until ${end}`).join(', ') || 'no grants'}; ${process} reloads it${said(amid)}`,
    async (model, world) => {
      if (offered.length < shows.length || model.readBy !== undefined) model.readBy = process;
      model.offered.clear();
      for (const show of offered) model.offered.add(show);
      model.listed.clear();
      const grants = listed
        .filter(({ show }) => model.offered.has(show))
        .map(({ member, show, end }) => {
          const { until, end: meant } = endOf(end, model.now);
          const name = Model.pair(member, show);
          // Of several, the one that ends last.
          const known = model.listed.has(name) ? (model.listed.get(name) ?? Infinity) : -Infinity;
          const last = Math.max(known, meant ?? Infinity);
          model.listed.set(name, Number.isFinite(last) ? last : undefined);
          return { member, show, ...(until !== undefined && { until }) };
        });
      world.writeCatalogue(model.offered, grants);
      await acknowledged(world, process, amid, () =>
        world.administer(process, 'POST', '/admin/reload'),
      );
      model.changed(process);
    },
    canChange(process),
  );

interface Telling {
  sender: Sender;
  who: number;
  kind: 'gives' | 'ends' | 'deleted' | 'moves';
  member: Member;
  given: Show;
  end: EndName;
  lateness: number;
  process: number;
  amid: Amid;
}

/** A statement with the event that says it. @returns undefined for what this sender never says */
function eventOf(
  model: Model,
  world: World,
  { sender, who, kind, member, given, end, lateness }: Telling,
) {
  const used = new Set(model.statements[sender].map(({ at }) => at));
  let at = Math.floor(model.now / 1000) * 1000 - lateness;
  while (used.has(at)) at -= 1000;
  const subject = world.subject(`${sender}-${who}`);
  const isGone = kind === 'deleted';
  const { until, end: meant } = endOf(end, model.now);
  const email = world.email(member);
  const product = given;
  const gives = kind === 'gives' ? [{ show: given, until: meant }] : [];
  if (sender === 'standard') {
    const type = isGone
      ? 'member.deleted'
      : kind === 'ends'
        ? 'membership.ended'
        : 'membership.changed';
    const data = isGone
      ? { member: subject }
      : { member: subject, email, product, ...(kind !== 'ends' && { until }) };
    const statement: Statement = isGone
      ? { subject, at, isDeleted: true }
      : {
          subject,
          at,
          member,
          key: product,
          gives: kind === 'ends' ? [] : [{ show: given, until: meant }],
        };
    return { statement, event: { type, timestamp: new Date(at).toISOString(), data } };
  }
  if (sender === 'ghost') {
    if (isGone)
      return {
        statement: { subject, at, isDeleted: true },
        event: ghostMember({}, { id: subject }),
      };
    const statement: Statement = {
      subject,
      at,
      member,
      key: 'tiers',
      gives: kind === 'ends' ? [] : [{ show: given, until: meant }],
    };
    const tiers =
      kind === 'ends'
        ? []
        : [{ id: product, expiry_at: meant === undefined ? null : new Date(meant).toISOString() }];
    return { statement, event: ghostMember({ id: subject, email, tiers, subscriptions: [] }) };
  }
  const stripe = (type: string, object: object) =>
    stripeEvent(type, object, at / 1000, `${subject}-${at}`);
  if (isGone)
    return {
      statement: { subject, at, isDeleted: true },
      event: stripe('customer.deleted', { id: subject, email: null }),
    };
  if (kind === 'moves')
    return {
      statement: { subject, at, member },
      event: stripe('customer.updated', { id: subject, email }),
    };
  // A period has a grace of seven days.
  const period = Math.floor(((meant ?? at + 90 * 24 * HOUR) - 7 * 24 * HOUR) / 1000);
  const subscription = stripeSubscription({
    id: `sub-${subject}-${given}`,
    customer: subject,
    product,
    status: kind === 'ends' ? 'canceled' : 'active',
    start: period - 86_400,
    end: period,
  });
  const statement: Statement = {
    subject,
    at,
    key: given,
    gives: gives.map((give) => ({ ...give, until: (period + 7 * 86_400) * 1000 })),
  };
  return { statement, event: stripe('customer.subscription.updated', subscription) };
}

const told = new WeakMap<Statement, object>();
const tell = (world: World, process: number, sender: Sender, statement: Statement) =>
  sendEvent({ send: (path, init) => world.ask(process, path, init) }, sender, told.get(statement), {
    id: `${statement.subject}-${statement.at}`,
    ...(sender === 'ghost' && { at: statement.at }),
  });

const tells = (telling: Telling) => {
  const { sender, who, kind, member, given, end, lateness, process, amid } = telling;
  return step(
    `${sender} tells ${process} of its member ${who}: ${kind}, ${member}, ${given}, ends ${end}, ${lateness / 1000} s late${said(amid)}`,
    async (model, world) => {
      const { statement, event } = eventOf(model, world, telling);
      told.set(statement, event);
      if (sender === 'ghost' && model.now - statement.at > 290_000) return;
      await acknowledged(world, process, amid, () => tell(world, process, sender, statement));
      model.statements[sender].push(statement);
      model.changed(process);
    },
    canName(process, given),
  );
};

const tellsAgain = (sender: Sender, which: number, process: number) =>
  step(
    `${sender} tells ${process} once more of event ${which}`,
    async (model, world) => {
      const all = model.statements[sender];
      const statement = all[which % Math.max(1, all.length)];
      if (!statement || (sender === 'ghost' && model.now - statement.at > 290_000)) return;
      await acknowledged(world, process, undefined, () => tell(world, process, sender, statement));
    },
    (model) => shows.every((show) => canName(process, show)(model)),
  );

const times = {
  '0.4 s': 400,
  '1.2 s': 1_200,
  '2.1 s': 2_100,
  '8 s': 8_000,
  'a minute': 61_000,
  'five minutes': 306_000,
  'an hour': HOUR + 1,
  'a day': 24 * HOUR,
};
const passes = (name: keyof typeof times) =>
  step(`${name} pass`, (_, world) => world.pass(times[name]));

const kills = (process: number, how: 'killed' | 'stopped') =>
  step(
    `process ${process} is ${how}`,
    async (model, world) => {
      model.isUp[process] = false;
      if (how === 'killed') world.kill(process);
      else await world.stop(process);
    },
    (model) => model.isUp[process]!,
  );
const starts = (process: number) =>
  step(
    `process ${process} starts`,
    async (model, world) => {
      model.isUp[process] = true;
      await world.start(process);
    },
    (model) => !model.isUp[process],
  );
const silences = (process: number) =>
  step(
    `the connections of ${process} fall silent`,
    (_, world) => {
      for (const connection of world.processes[process]!.pool.connections)
        connection.isSilent = true;
      return Promise.resolve();
    },
    (model) => model.isUp[process]!,
  );
const leaves = () =>
  step(
    'the database is away',
    (model, world) => {
      model.isAway = true;
      world.database.leave();
      return Promise.resolve();
    },
    (model) => !model.isAway,
  );
const returns = () =>
  step(
    'the database is back',
    (model, world) => {
      model.isAway = false;
      world.database.isAway = false;
      return Promise.resolve();
    },
    (model) => model.isAway,
  );

const cache = (mode: 'works' | 'throws' | 'forgets' | 'old') =>
  step(`the cache ${mode === 'old' ? 'gives back what it had before' : mode}`, (model, world) => {
    const { items } = world.cache;
    if (mode === 'forgets') items.clear();
    else world.cache.mode = mode;
    if (mode === 'throws' || mode === 'old') model.cacheFails();
    // docs/interface.md 8: one that failed is done without for ten seconds.
    if (mode === 'works' && model.cacheWorksFrom === Infinity)
      model.cacheWorksFrom = model.now + 10_000;
    return Promise.resolve();
  });

const changes = (show: Show, how: 'changes' | 'breaks' | 'is whole') =>
  step(`the feed of ${show} ${how}`, async (model, world) => {
    const { version } = model.versions.get(show)!;
    const next = { at: model.now, version: version + 1, isGood: how !== 'breaks' };
    model.versions.set(show, next);
    await world.writeShow(show, next.version, next.isGood);
  });

const strangers = [
  '/feeds/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/x_private.rss',
  '/recordings/AAAA/x.mp3',
  '/subscribe',
  '/admin/grants',
  '/admin/status',
  '/profile/email/',
  '/rss',
  '/nothing',
  '/ready',
];
const strangerAsks = (path: string, member: Member, process: number) =>
  step(
    `a stranger asks ${process} for ${path}`,
    async (_, world) => {
      const full = path.endsWith('/') ? path + encodeURIComponent(world.email(member)) : path;
      const answer = await world.ask(process, full, { headers: { Authorization: 'Bearer AAAA' } });
      const text = await world.read(answer, path);
      if (answer.ok && path !== '/ready') throw new Error(`A stranger was answered: ${text}`);
    },
    (model) => model.isUp[process]!,
  );

/** Both members have grants, and their pages have shown every link: then there is something to end. */
export async function beginWithLinks(model: Model, world: World): Promise<void> {
  for (const show of shows) {
    await imports(0, show, 'never', undefined).run(model, world);
    for (const member of members)
      await pageAsks({
        ...{ member, show, page: 'service', process: 0 },
        ...{ isKept: false, asks: 'page' },
      }).run(model, world);
  }
}

const of = fc.constantFrom;
const process = fc.nat(1);
const member = of(...members);
const show = of(...shows);
const end = of(...(Object.keys(ends) as EndName[]));
const amid = fc.option(
  fc.record({ statements: fc.nat(4), how: of('killed' as const, 'away' as const) }),
  { nil: undefined, freq: 4 },
);
const pair = fc.record({ member, show, process, amid });
const asking = fc.record({
  member,
  show,
  page: of(...pages),
  process,
  isKept: fc.boolean(),
  asks: of('page' as const, 'page' as const, 'page' as const, 'fresh' as const, 'reset' as const),
});
const telling = fc.record({
  sender: of(...senders),
  who: fc.nat(1),
  kind: of(
    'gives' as const,
    'gives' as const,
    'ends' as const,
    'moves' as const,
    'deleted' as const,
  ),
  member,
  given: show,
  end,
  lateness: of(0, 0, 30_000, 200_000),
  process,
  amid,
});
const listed = fc.array(fc.record({ member, show, end }), { maxLength: 3 });
const time = of(...(Object.keys(times) as (keyof typeof times)[])).map(passes);

/** Likelier kinds stand more than once. */
export const steps: fc.Arbitrary<Command>[] = [
  ...Array<fc.Arbitrary<Command>>(6).fill(asking.map(pageAsks)),
  ...Array<fc.Arbitrary<Command>>(4).fill(time),
  ...Array<fc.Arbitrary<Command>>(4).fill(fc.tuple(pair, end).map(([of, at]) => grants(of, at))),
  ...Array<fc.Arbitrary<Command>>(3).fill(telling.map(tells)),
  ...Array<fc.Arbitrary<Command>>(3).fill(pair.map(revokes)),
  ...Array<fc.Arbitrary<Command>>(2).fill(pair.map(resets)),
  fc.tuple(process, show, end, amid).map((all) => imports(...all)),
  fc.tuple(process, fc.constant(shows), listed, amid).map((all) => reloads(...all)),
  fc
    .tuple(process, fc.subarray([...shows], { minLength: 1 }), listed, amid)
    .map((all) => reloads(...all)),
  fc.tuple(of(...senders), fc.nat(9), process).map((all) => tellsAgain(...all)),
  fc.tuple(process, of('killed' as const, 'stopped' as const)).map((all) => kills(...all)),
  process.map(starts),
  process.map(starts),
  ...Array<fc.Arbitrary<Command>>(2).fill(process.map(silences)),
  ...Array<fc.Arbitrary<Command>>(3).fill(of('1.2 s' as const, '2.1 s' as const).map(passes)),
  fc.constant(null).map(leaves),
  fc.constant(null).map(returns),
  fc.constant(null).map(returns),
  of('works' as const, 'throws' as const, 'forgets' as const, 'old' as const).map(cache),
  fc
    .tuple(show, of('changes' as const, 'breaks' as const, 'is whole' as const))
    .map((all) => changes(...all)),
  fc.tuple(of(...strangers), member, process).map((all) => strangerAsks(...all)),
];
