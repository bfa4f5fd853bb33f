/** The subscribe handler of src/publisher, mounted on a server of Node. */
import { createStorage } from 'unstorage';
import { createSubscribeHandler } from '../../src/publisher/handler/subscribe-handler.js';
import { mount } from '../support/publisher/site.js';
import { textsOf } from '../support/operator/failures.js';
import { describeHandler } from './handler-contract.js';

describeHandler('createSubscribeHandler', async (setup) => {
  const errors: unknown[] = [];
  const handler = createSubscribeHandler({
    ...setup,
    // Reports a time-out soon, so that its test is short.
    service: { ...setup.service, deadline: 2000 },
    cache: createStorage(),
    onError: (error) => errors.push(error),
  });
  const mounted = await mount(handler);
  return { ...mounted, headers: {}, log: () => errors.map(textsOf).join('\n') };
});
