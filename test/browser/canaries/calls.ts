/** The journeys without a browser: apps, programs, mistakes of others, and the operator's own work. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSubscribeToken } from 'private-podcast-subscribe/publisher';
import {
  ghostMember,
  sign,
  stripeEvent,
  stripeSubscription,
  type SourceName,
} from '../../support/feed-service/event-senders.js';
import { freePort } from '../../support/programs/free-port.js';
import { conformanceCli, sku, type World } from './world.js';

const fetchers = [
  'Overcast/3.0',
  'PocketCasts/1.0',
  'AntennaPod/3.4',
  'Castro 2024',
  'gPodder/3.11',
  'Downcast/2.9',
  'PodcastAddict/v5',
];

const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

async function tokens(world: World): Promise<void> {
  const { member: email, subscribeSecret } = world.secrets;
  const good = await createSubscribeToken({ email, sku }, subscribeSecret);
  const past = () => Date.now() - 7_200_000;
  const [, claims] = good.split('.');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  const wrong = [
    good.slice(0, -3),
    `${none}.${claims}.`,
    `${claims}.${claims}.${claims}`,
    `%00${good}`,
    email,
    await createSubscribeToken({ email, sku }, subscribeSecret, { now: past }),
    await createSubscribeToken({ email, sku: 'sid:other-show' }, subscribeSecret),
    await createSubscribeToken(
      { email: 'nobody', userId: email, sku } as never,
      subscribeSecret,
    ).catch(() => good),
  ];
  world.heard.learnFrom(good);
  for (const site of [world.site.url, world.service.url]) {
    for (const token of wrong) await world.ask(`${site}/subscribe`, bearer(token));
    await world.ask(`${site}/subscribe?h=${good}`);
    await world.ask(`${site}/subscribe`, { ...bearer(good), method: 'DELETE' });
    await world.ask(`${site}/subscribe`, { headers: { Origin: `https://${email.split('@')[1]}` } });
  }
}

/** The operator's calls with what is wrong in each. */
async function wrongCalls(world: World): Promise<void> {
  const { url } = world.service;
  const { clientSecret, wrongSecret, adminSecret, member } = world.secrets;
  const signIn = (client_id: string, client_secret: string, scope: string) =>
    world.ask(`${url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id,
        client_secret,
        scope,
        grant_type: 'client_credentials',
      }),
    });
  await signIn('the-site', wrongSecret, 'vault:impersonate');
  await signIn('the-operator', clientSecret, 'service:admin');
  await signIn(adminSecret, adminSecret, 'service:admin');
  const { access_token: token } = JSON.parse(
    await signIn('the-site', clientSecret, 'vault:impersonate profile:user:read'),
  ) as { access_token: string };
  world.heard.learn('access token', token);
  for (const access of [token, token.slice(1), clientSecret]) {
    await world.ask(`${url}/profile/email/${member}?forceCreation=maybe`, bearer(access));
    await world.ask(`${url}/profile/email/${member}%00`, bearer(access));
    await world.ask(
      `${url}/vault/entitlements/${token}/access?userId=${member}&format=RSS`,
      bearer(access),
    );
    await world.ask(`${url}/vault/entitlements/auto-onboard`, {
      method: 'POST',
      headers: { ...bearer(access).headers, 'Content-Type': 'application/json' },
      body: `{"userId":"${member}","sku":"${token}`,
    });
    await world.ask(`${url}/admin/status`, bearer(access));
  }
  const env = { ...world.environment, CLIENT_SECRET: wrongSecret };
  const origin = `http://localhost:${await freePort()}`;
  const site = await world.startSite('a site with a wrong client secret', origin, {
    ...env,
    SITE_ORIGIN: origin,
  });
  const { subscribeSecret } = world.secrets;
  await world.ask(
    `${origin}/subscribe`,
    bearer(await createSubscribeToken({ email: member, sku }, subscribeSecret)),
  );
  site.program.kill();
  await site.ended;
}

/** A feed link in other hands, before and after it ends. */
async function leakedLink(world: World): Promise<void> {
  const links = world.heard.secretsOf('feed URL');
  for (const link of links) {
    for (const agent of fetchers) await world.ask(link, { headers: { 'User-Agent': agent } });
    await world.ask(link, { headers: { Range: 'bytes=0-20' } });
    await world.ask(link.replace('.rss', '.txt'));
    for (const url of [world.service.url, world.demo.serviceUrl]) {
      const query = encodeURIComponent(link);
      await world.ask(`${url}/rss?url=${query}&format=service`);
      await world.ask(`${url}/rss?url=${query}&format=${query}`);
      await world.ask(`${url}/consume/en?rss=${query}`);
      await world.ask(`${url}/consume/en/${query}`);
      await world.ask(`${url}/${query}`);
    }
  }
}

async function events(world: World): Promise<void> {
  const { customer, stranger } = world.secrets;
  const created = Math.floor(Date.now() / 1000);
  const bodies: Record<SourceName, object> = {
    billing: stripeEvent(
      'customer.created',
      { id: 'cus_1', object: 'customer', email: customer },
      created,
    ),
    ghost: ghostMember({ id: 'm1', email: customer, status: 'paid', tiers: [{ id: 'gold' }] }),
    standard: {
      type: 'membership.updated',
      timestamp: new Date().toISOString(),
      data: { id: 'm1', email: customer, products: ['gold'] },
    },
  };
  const send = async (name: SourceName, body: string, headers: Record<string, string> = {}) =>
    world.ask(`${world.service.url}/events/${name}`, {
      method: 'POST',
      body,
      headers: { ...sign[name]({ body }), ...headers },
    });
  const wrong = {
    'Stripe-Signature': 't=1,v1=00',
    'X-Ghost-Signature': 'sha256=00, t=1',
    'Webhook-Signature': 'v1,00',
  };
  for (const name of Object.keys(bodies) as SourceName[]) {
    const body = JSON.stringify(bodies[name]);
    await send(name, body);
    await send(name, body, wrong);
    await send(name, body.slice(0, -1));
    await send(name, body.replace(customer, `${stranger}\\u0000`));
  }
  const subscription = stripeSubscription({ product: 'gold', end: created + 86_400 });
  await send(
    'billing',
    JSON.stringify(stripeEvent('customer.subscription.created', subscription, created)),
  );
  await world.ask(`${world.service.url}/events/${customer}`, { method: 'POST', body: '{}' });
}

/** The site under the eyes of the command that follows one member. */
async function siteCheck(world: World): Promise<void> {
  const run = (args: string[], env = {}) =>
    world.processes.run('a check of the site', [conformanceCli, 'site', ...args], {
      env: { ...world.environment, ...env },
    });
  const { member, stranger, wrongSecret, subscribeSecret } = world.secrets;
  await Promise.all([
    run([member, sku, '--origin', world.site.url]),
    run([member, sku, '--json'], { SUBSCRIBE_SECRET: wrongSecret }),
    run([stranger, sku]),
    run([member, sku], { CLIENT_SECRET: wrongSecret }),
    run([member, sku, '--config', world.catalogue]),
    run([subscribeSecret, sku, wrongSecret]),
    run([member, sku], { TOKEN_URL: `http://127.0.0.1:9/${wrongSecret}` }),
  ]);
}

/** The service under the eyes of the conformance run. */
async function conformance(world: World): Promise<void> {
  const { url } = world.service;
  const { member, stranger, clientSecret, wrongSecret } = world.secrets;
  const file = (name: string) => join(world.data, name);
  const config = {
    tokenUrl: url,
    baseUrl: url,
    parserUrl: url,
    consumeUrl: `${url}/consume`,
    clientId: 'the-site',
    clientSecret,
    onboardingOriginId: 'the-origin',
    sku,
    member,
    stranger,
  };
  await writeFile(file('operator.json'), JSON.stringify(config));
  const wrong = { ...config, clientSecret: wrongSecret };
  await writeFile(file('wrong.json'), JSON.stringify(wrong));
  await writeFile(file('unknown.json'), JSON.stringify({ ...wrong, extra: wrongSecret }));
  const run = (args: string[], env: Record<string, string> = {}) =>
    world.processes.run('a conformance run', [conformanceCli, ...args], { env });
  const asked = ['operator', '--config', file('operator.json'), '--destructive'];
  await run([...asked, '--json']);
  await run([...asked, '--section', '4.4,7', '--junit']);
  await run(['operator', '--config', file('wrong.json'), '--section', '4.1']);
  await run(['operator', '--config', file('unknown.json')]);
  const [link = ''] = world.heard.secretsOf('feed URL').reverse();
  await run(['feed'], { FEED_URL: link });
}

async function operatorsWork(world: World): Promise<void> {
  const { member, stranger, subscribeSecret } = world.secrets;
  const place = ['--url', world.service.url, '--catalogue', world.catalogue];
  const run = (command: string, ...args: string[]) => world.operate(command, [...args, ...place]);
  const file = (name: string) => join(world.data, name);
  // The conformance run has replaced the link: an app fetches the new one.
  const token = await createSubscribeToken({ email: member, sku }, subscribeSecret);
  const answer = await world.ask(`${world.site.url}/subscribe`, bearer(token));
  const { feedUrl } = JSON.parse(answer) as { feedUrl: string };
  await world.ask(feedUrl, { headers: { 'User-Agent': fetchers[0]! } });
  await run('grant', sku, stranger, '--until', '2030-12-31');
  await run('grants');
  await run('grants', '--csv');
  await run('connections', member, sku);
  await run('status');
  await run('status', '--json');
  await run('revoke', sku, stranger.replace('otto', 'oto'));
  await run('revoke', sku, stranger);
  await writeFile(file('grants.csv'), `sku,email,until\n${sku},${stranger},never\n"`);
  await run('grant', '--file', file('grants.csv'));
  await run('reset', sku, member);
  await run('reset', 'sid:no-show', member);
}

/** Backups, and what else needs a secret on the operator's machine. */
async function backups(world: World): Promise<void> {
  const { member, adminSecret, wrongSecret, sealKey } = world.secrets;
  const place = ['--url', world.service.url, '--catalogue', world.catalogue];
  const run = (command: string, ...args: string[]) => world.operate(command, [...args, ...place]);
  const file = (name: string) => join(world.data, name);
  await run('backup', '--file', file('backup'));
  await run('backup', '--file', join(file('no-folder'), 'backup'));
  const env = { PPS_SEAL_KEY: sealKey, PPS_CLIENT_SECRET: wrongSecret };
  await world.operate('restore', ['--file', file('backup'), '--data', file('restored')], { env });
  await writeFile(file('damaged'), JSON.stringify({ seal: sealKey, rows: [adminSecret, member] }));
  await world.operate('restore', ['--file', file('damaged'), '--data', file('other')], { env });
  await world.operate('status', ['--url', world.service.url, '--client-id', 'the-operator'], {
    env,
  });
  await world.operate('hash-secret', [], { input: adminSecret });
  await world.operate('check', ['--catalogue', world.catalogue, '--allow-host', world.host.place]);
}

/** Catalogues with mistakes beside each secret, for the command and for the running service. */
async function mistakes(world: World): Promise<void> {
  const { member, stranger, adminSecret, wrongSecret } = world.secrets;
  const place = ['--url', world.service.url, '--catalogue', world.catalogue];
  const run = (command: string, ...args: string[]) => world.operate(command, [...args, ...place]);
  const file = (name: string) => join(world.data, name);
  const changes = [
    {
      clients: [
        { clientId: 'x', clientSecret: adminSecret, scopes: ['service:admin', adminSecret] },
      ],
    },
    { clients: [{ clientId: 'x', clientSecret: { scrypt: adminSecret }, scopes: [] }] },
    {
      grants: [
        { sku, email: member, until: member },
        { sku: member, email: member },
      ],
    },
    { events: { ghost: { kind: 'stripes', secret: wrongSecret, products: { [stranger]: sku } } } },
    { products: [{ sku, title: 'T', feed: world.host.feed, feeds: [], access: 'granted' }] },
    { usualAppsPerDay: adminSecret, pings: [stranger] },
  ];
  await Promise.all(
    changes.map(async (mistake, index) => {
      await world.writeCatalogue(mistake, `mistake-${index}.json`);
      await world.operate('check', ['--catalogue', file(`mistake-${index}.json`)]);
    }),
  );
  await world.writeCatalogue(changes[0]);
  await run('reload');
  await world.writeCatalogue({ events: {} });
  await run('reload');
  await run('end-source', 'events/ghost');
  await world.writeCatalogue();
  await run('reload');
}

/** The show's host fails: the members' feeds go on for a while, and the log says why. */
async function showAway(world: World): Promise<void> {
  world.host.goAway();
  await world.stopService();
  await world.startService();
  for (const link of world.heard.secretsOf('feed URL')) {
    if (link.startsWith(world.service.url)) await world.ask(link);
  }
  await world.operate('check', ['--catalogue', world.catalogue, '--allow-host', world.host.place]);
  await world.operate('status', ['--url', world.service.url, '--catalogue', world.catalogue]);
}

async function measurements(world: World): Promise<void> {
  for (const url of [world.service.url, world.demo.serviceUrl]) {
    for (const path of ['/metrics', '/health', '/ready', '/no-such-place'])
      await world.ask(url + path);
  }
}

async function stop(world: World): Promise<void> {
  await world.stopService();
  await world.operate('status', ['--url', world.service.url, '--catalogue', world.catalogue]);
  await world.stopDemo();
  await world.processes.end();
  await world.processes.learnSecrets();
}

export const calls = {
  'malformed, expired and false tokens': tokens,
  'wrong client secrets and wrong calls': wrongCalls,
  'a link that has leaked': leakedLink,
  'events, valid and not': events,
  'a check of the site': siteCheck,
  'a conformance run': conformance,
  'the operator’s commands': operatorsWork,
  'backups and hashes': backups,
  'mistakes in the catalogue': mistakes,
  'a link that the operator has ended': leakedLink,
  'a show whose host is away, and a restart': showAway,
  measurements: measurements,
  'the end': stop,
};
