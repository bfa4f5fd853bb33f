/** Ghost's webhooks and the comparison of docs/ghost.md: who the service lets in, after each change. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { until } from '../support/waiting/until.js';
import { startPublisher, webhookSecret, type Publisher } from './guide.js';
import { describeWithGhost } from './site.js';

describeWithGhost('POST /events/{name}: the webhooks of Ghost', (ghost) => {
  let publisher: Publisher;
  let silver: string;
  let integration: { id: string; adminKey: string };
  let hooks: string[] = [];
  let count = 0;
  /** A new member's address. */
  const address = () => `member-${(count += 1)}@example.org`;

  beforeAll(async () => {
    publisher = await startPublisher(ghost().url, 'https://media.example.org');
    silver = await ghost().addTier('Silver');
    integration = await ghost().addIntegration('Podcast');
  });
  afterAll(() => publisher.stop());

  const listen = async () => {
    const target = `${publisher.url}/events/ghost`;
    hooks = await ghost().addWebhooks(integration.id, target, webhookSecret);
  };
  beforeEach(async () => {
    await Promise.all(hooks.map((id) => ghost().admin('DELETE', `webhooks/${id}/`)));
    hooks = [];
  });

  const source = async (email: string) => (await publisher.grants())[email];
  const reach = (email: string, expected: string | undefined) =>
    until(async () => expect(await source(email)).toBe(expected));
  const byGhost = 'events/ghost';

  it('let in who is given a tier, and nobody else', async () => {
    await listen();
    const [paying, free] = [address(), address()];
    await ghost().addMember(free);
    await ghost().addMember(paying, silver);
    await reach(paying, byGhost);
    expect(await source(free)).toBe(undefined);
  });

  it('follow a member who joins, gets another address, leaves, comes back, and is deleted', async () => {
    await listen();
    const [before, after] = [address(), address()];
    const member = await ghost().addMember(before);
    await ghost().changeMember(member, { tiers: [{ id: silver }] });
    await reach(before, byGhost);
    await ghost().changeMember(member, { email: after });
    await reach(after, byGhost);
    await reach(before, undefined);
    await ghost().changeMember(member, { tiers: [] });
    await reach(after, undefined);
    await ghost().changeMember(member, { tiers: [{ id: silver }] });
    await reach(after, byGhost);
    await ghost().removeMember(member);
    await reach(after, undefined);
  });

  it('are made up for by the guide’s comparison, where none came', async () => {
    const [paying, free] = [address(), address()];
    const member = await ghost().addMember(paying, silver);
    await ghost().addMember(free);
    expect(await source(paying)).toBe(undefined);
    expect(await publisher.compareMembers(integration.adminKey)).toBe('');
    expect(await source(paying)).toBe(byGhost);
    expect(await source(free)).toBe(undefined);
    await ghost().changeMember(member, { tiers: [] });
    await publisher.compareMembers(integration.adminKey);
    expect(await source(paying)).toBe(undefined);
  });
});
