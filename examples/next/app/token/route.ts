import { createSubscribeToken } from 'private-podcast-subscribe/publisher';
import { memberOf } from '../member';

export async function POST() {
  const member = await memberOf();
  if (!member) return new Response('Log in first.', { status: 401 });
  const who = { email: member.email, sku: process.env.SKU! };
  return new Response(await createSubscribeToken(who, process.env.SUBSCRIBE_SECRET!), {
    headers: { 'Cache-Control': 'no-store' },
  });
}
