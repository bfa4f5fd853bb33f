/** What tests of the element need: the page it stands on, and the network around it. */
export * from './element-network.js';
export * from './publisher-page.js';
