/** An operator changes grants and links, and has the catalogue read again. */
import { members, shows, type Member, type Show } from '../cast.js';
import { Model } from '../model.js';
import type { World } from '../world.js';
import {
  acknowledged,
  canChange,
  canName,
  endOf,
  said,
  step,
  type Amid,
  type EndName,
} from './step.js';

export interface Pair {
  member: Member;
  show: Show;
  process: number;
  amid: Amid;
}
const grantPath = (world: World, { member, show }: Pair) =>
  `/admin/grants/${encodeURIComponent(world.sku(show))}/${encodeURIComponent(world.email(member))}`;

export const grants = (pair: Pair, end: EndName) =>
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

export const revokes = (pair: Pair) =>
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

export const imports = (process: number, show: Show, end: EndName, amid: Amid) =>
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

export const resets = (pair: Pair) =>
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

export const reloads = (
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
