/** A member's page asks a publisher's handler, or the service's own. */
import { createSubscribeToken } from '../../../src/publisher.js';
import type { Member, Show } from '../cast.js';
import { Model } from '../model.js';
import { expectHearing } from '../observe.js';
import { subscribeSecret, type Page, type World } from '../world.js';
import { step } from './step.js';

async function tokenFor(model: Model, world: World, member: Member, show: Show, isKept: boolean) {
  const name = Model.pair(member, show);
  const known = model.tokens.get(name);
  if (isKept && known) return known;
  const claims = { email: world.email(member), sku: world.sku(show) };
  const text = world.secrets.keep(await createSubscribeToken(claims, subscribeSecret));
  const token = { text, expiresAt: Math.floor(model.now / 1000) * 1000 + 300_000 };
  model.tokens.set(name, token);
  return token;
}

export interface Asking {
  member: Member;
  show: Show;
  page: Page;
  process: number;
  isKept: boolean;
  asks: 'page' | 'fresh' | 'reset';
}

export const pageAsks = ({ member, show, page, process, isKept, asks }: Asking) =>
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
        world.secrets.search(text, where);
        if (lateness < 0 || body.code !== 'token-expired')
          throw new Error(`A token was refused: ${text}`);
        return;
      }
      if (lateness >= 5_000 && answer.status < 500)
        throw new Error('A token that has expired was accepted.');
      world.secrets.search(text + [...answer.headers].join(), where, body.feedUrl);
      if (answer.status === 429 && isReset && (model.resets += 1) > 5) return;
      // docs/interface.md 11.2: to a page, a product that the service does not have is no usable answer.
      const isGone = answer.status === 502 && body.code === 'bad-response' && !model.isLost;
      const refusal = answer.status === 403 ? 'ended' : isGone ? 'gone' : answer.status;
      const heard = answer.ok ? 'open' : refusal;
      if (!answer.ok && !model.isUp.includes(true)) return;
      const allowed = () => new Set([...before, ...mayDo()]);
      await expectHearing(heard, where, { model, world }, allowed);
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
      world.secrets.keep(new URL(body.feedUrl).pathname.split('/')[2]!);
    },
    (model) => (asks !== 'reset' || !model.isLost) && (page !== 'service' || model.isUp[process]!),
  );
