/** Entry point `private-podcast-subscribe/service`: INTERFACE.md, answered, and its Node server. */
export { createService, type Service, type ServiceConfig } from './service/create-service.js';
export { serve, type RunningService } from './service/node-server.js';
