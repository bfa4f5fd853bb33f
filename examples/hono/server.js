/** A site built with Hono: the member's page, a token for whoever is logged in, and what the element asks. */
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { createSubscribeHandler, createSubscribeToken } from 'private-podcast-subscribe/publisher';
import { memberOf } from './session.js';

const { env } = process;
const secret = env.SUBSCRIBE_SECRET;

const subscribe = createSubscribeHandler({
  secret,
  allowedOrigins: [env.SITE_ORIGIN],
  service: {
    tokenUrl: env.TOKEN_URL,
    baseUrl: env.BASE_URL,
    parserUrl: env.PARSER_URL,
    consumeUrl: env.CONSUME_URL,
    clientId: env.CLIENT_ID,
    clientSecret: env.CLIENT_SECRET,
    onboardingOriginId: env.ONBOARDING_ORIGIN_ID,
  },
});

const site = new Hono();

site.all('/subscribe', (c) => subscribe(c.req.raw));

site.post('/token', async (c) => {
  const email = memberOf(c);
  c.header('Cache-Control', 'no-store');
  if (!email) return c.text('Log in first.', 401);
  return c.text(await createSubscribeToken({ email, sku: env.SKU }, secret));
});

// The script tag's files, as they are in the package.
const embed = 'node_modules/private-podcast-subscribe/dist/embed';
const inEmbed = { root: embed, rewriteRequestPath: (path) => path.slice('/podcast'.length) };
site.get('/podcast/*', serveStatic(inEmbed));
site.get('*', serveStatic({ root: 'public' }));

serve({ fetch: site.fetch, port: Number(env.PORT ?? 3000) }, ({ port }) => {
  console.log(`Open http://localhost:${port}`);
});
