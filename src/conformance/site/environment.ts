/** The part of the environment that the doctor reads: the variables of docs/start.md and examples/environment.md. */
import type { Finding } from './finding.js';
import type { DoctorConfig } from './walk.js';

/** The environment variables of each field, the first that is set counts. */
export const variables = {
  tokenUrl: ['TOKEN_URL'],
  baseUrl: ['BASE_URL'],
  parserUrl: ['PARSER_URL'],
  consumeUrl: ['CONSUME_URL'],
  clientId: ['CLIENT_ID'],
  clientSecret: ['CLIENT_SECRET'],
  onboardingOriginId: ['ONBOARDING_ORIGIN_ID'],
  handlerUrl: ['SUBSCRIBE_URL'],
  // The second is the service's name for it, where the service itself answers the element.
  subscribeSecret: ['SUBSCRIBE_SECRET', 'PPS_SUBSCRIBE_SECRET'],
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

const fields = Object.entries(variables);

/** Names a field in a message by its variables. */
export function variableOf(field: string): string {
  const names = fields.find(([name]) => name === field)?.[1];
  return names ? names.join(' or ') : `\`${field}\``;
}

export function readEnvironment(env: Environment): DoctorConfig {
  const read = fields.map(([field, names]) => [
    field,
    names.map((name) => env[name]).find(Boolean),
  ]);
  return Object.fromEntries(read) as DoctorConfig;
}

/** Says which variables were read, and which are not set. No value is named. */
export function environmentFinding(env: Environment): Finding {
  const step = 'environment';
  const read = fields.flatMap(([, names]) => names.find((name) => env[name]) ?? []);
  const missing = fields.flatMap(([field, names]) =>
    names.some((name) => env[name]) ? [] : variableOf(field),
  );
  const { SUBSCRIBE_SECRET: own, PPS_SUBSCRIBE_SECRET: ofService } = env;
  if (own && ofService && own !== ofService) {
    const message =
      'SUBSCRIBE_SECRET and PPS_SUBSCRIBE_SECRET differ. The doctor takes the first. Leave only the one that the handler has.';
    return { step, result: 'warning', message };
  }
  const parts = [
    `Read: ${read.join(', ') || 'nothing'}.`,
    ...(missing.length > 0 ? [`Not set: ${missing.join(', ')}.`] : []),
  ];
  return { step, result: 'ok', message: parts.join(' ') };
}
