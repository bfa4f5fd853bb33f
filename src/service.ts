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
export type {
  FetchLimits,
  Log,
  ServiceConfig,
  ServiceDatabase,
  SubscribeConfig,
} from './service/config.js';
export { createService, type Service } from './service/create-service.js';
export type { Database, PoolClient, Statements } from './service/store/database/database.js';
export {
  startServer,
  type RunningService,
  type ServerConfig,
} from './service/node-server/start-server.js';
