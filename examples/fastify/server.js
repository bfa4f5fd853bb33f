/** A site built with Fastify: the member's page, and a token for whoever is logged in. The service answers the rest. */
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';
import { createSubscribeToken } from 'private-podcast-subscribe/publisher';
import { page } from './page.js';
import { memberOf } from './session.js';

const { env } = process;
const site = fastify();

site.get('/', (request, reply) => reply.type('text/html').send(page(env.SERVICE_URL)));

site.post('/token', async (request, reply) => {
  const email = memberOf(request);
  reply.header('Cache-Control', 'no-store').type('text/plain');
  if (!email) return reply.code(401).send('Log in first.');
  return createSubscribeToken({ email, sku: env.SKU }, env.SUBSCRIBE_SECRET);
});

site.register(fastifyStatic, { root: join(import.meta.dirname, 'public') });

await site.listen({ port: Number(env.PORT ?? 3000), host: 'localhost' });
console.log(`Open http://localhost:${site.server.address().port}`);
