/** Tools for tests of the element: the page it is on, and the network around it. */
export * from './element-network.js';
export * from './publisher-page.js';
