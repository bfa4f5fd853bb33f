/** A site built with Express: the member's page, a token for whoever is logged in, and what the element asks. */
import { getRequestListener } from '@hono/node-server';
import express from 'express';
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

const site = express();

site.all('/subscribe', getRequestListener(subscribe));

site.post('/token', async (request, response) => {
  const email = memberOf(request);
  response.set('Cache-Control', 'no-store').type('text');
  if (!email) return void response.status(401).send('Log in first.');
  response.send(await createSubscribeToken({ email, sku: env.SKU }, secret));
});

// The script tag's files, as they are in the package.
site.use('/podcast', express.static('node_modules/private-podcast-subscribe/dist/embed'));
site.use(express.static('public'));

const server = site.listen(Number(env.PORT ?? 3000), () => {
  console.log(`Open http://localhost:${server.address().port}`);
});
