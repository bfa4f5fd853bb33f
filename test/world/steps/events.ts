/** The senders of events tell a process of their members: late, out of order, and more than once. */
import {
  sendEvent,
  ghostMember,
  stripeEvent,
  stripeSubscription,
} from '../../support/feed-service/event-senders.js';
import { shows, type Member, type Sender, type Show } from '../cast.js';
import type { Model } from '../model.js';
import type { Statement } from '../statements.js';
import type { World } from '../world.js';
import { acknowledged, canName, endOf, HOUR, said, step, type Amid, type EndName } from './step.js';

export interface Telling {
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
  const subject = world.subject(`${sender}-${who}-${member}`);
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

export const tells = (telling: Telling) => {
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

export const tellsAgain = (sender: Sender, which: number, process: number) =>
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
