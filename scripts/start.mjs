/** `npm start`: gets what a bare clone lacks, then runs the demo with the arguments passed on. */
import { ensureBuild, ensureDependencies } from './setup.mjs';

ensureDependencies();
ensureBuild();
await import('../demo/main.js');
