import { createSubscribeHandler, type SubscribeHandler } from 'private-podcast-subscribe/publisher';

let handler: SubscribeHandler | undefined;

// Made at the first request: `next build` loads this file too, where the secrets may be missing.
function subscribe(request: Request): Promise<Response> {
  handler ??= createSubscribeHandler({
    secret: process.env.SUBSCRIBE_SECRET!,
    allowedOrigins: [process.env.SITE_ORIGIN!],
    service: {
      tokenUrl: process.env.TOKEN_URL!,
      baseUrl: process.env.BASE_URL!,
      parserUrl: process.env.PARSER_URL!,
      consumeUrl: process.env.CONSUME_URL!,
      clientId: process.env.CLIENT_ID!,
      clientSecret: process.env.CLIENT_SECRET!,
      onboardingOriginId: process.env.ONBOARDING_ORIGIN_ID!,
    },
  });
  return handler(request);
}

export const dynamic = 'force-dynamic';
export const GET = subscribe;
export const POST = subscribe;
export const OPTIONS = subscribe;
