/** How a publisher reaches a feed service, under the names of the environment and of WordPress's constants. */
import type { HandlerSetup } from '../../contract/handler-requests.js';

export const constantsOf = ({ service }: Pick<HandlerSetup, 'service'>) => ({
  TOKEN_URL: service.tokenUrl,
  BASE_URL: service.baseUrl,
  PARSER_URL: service.parserUrl,
  CONSUME_URL: service.consumeUrl,
  CLIENT_ID: service.clientId,
  CLIENT_SECRET: service.clientSecret,
  ONBOARDING_ORIGIN_ID: service.onboardingOriginId,
});
