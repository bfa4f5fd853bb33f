/**
 * Entry point `private-podcast-service`: the feed service (docs/interface.md) and its Node server.
 * @module private-podcast-service
 */
export {
  PrivatePodcastError,
  type ErrorCode,
  type ErrorDetails,
} from './errors/private-podcast-error.js';
export type { Catalogue } from './service/catalogue/catalogue.js';
export type { ServiceConfig } from './service/config.js';
export type { Log } from './service/failures/log.js';
export type { FetchLimits } from './service/feeds/guarded-fetch.js';
export type { SubscribeConfig } from './service/http/subscribe/subscribe-route.js';
export { createService, type Service } from './service/service.js';
export type {
  Database,
  PoolClient,
  ServiceDatabase,
  Statements,
} from './service/store/database/database.js';
export {
  startServer,
  type RunningService,
  type ServerConfig,
} from './service/node-server/start-server.js';
