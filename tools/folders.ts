import { join } from 'node:path';
import { TRACES } from '#atlas/coverage/traces.ts';

export const ROOT = join(import.meta.dirname, '..');

/** Where `npm run atlas` builds. */
export const ATLAS_FOLDER = join(ROOT, 'dist-atlas');

/** Where the suites of `npm test` write what running machines do. */
export const TRACE_FOLDER = join(ROOT, 'coverage', TRACES);
