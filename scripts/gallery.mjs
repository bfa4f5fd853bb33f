/** `npm run gallery`: serves every state of the element as a page of its own, until it is stopped. */
import { startGallery } from '../test/gallery/server.js';
import { ensureBuild, ensureDependencies } from './setup.mjs';

ensureDependencies();
ensureBuild();
const { url } = await startGallery();
console.log(`Every state of the element: ${url}`);
