import { join } from 'node:path';
import { TRACES_FOLDER } from '#atlas/coverage/traces.ts';

/** The root folder of the project. */
export const ROOT = join(import.meta.dirname, '..');

/** Output folder of `npm run atlas`. */
export const ATLAS_FOLDER = join(ROOT, 'dist-atlas');

/** Folder of the transition traces that `npm test` records. */
export const TRACE_FOLDER = join(ROOT, 'coverage', TRACES_FOLDER);
