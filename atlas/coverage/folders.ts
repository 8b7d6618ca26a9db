import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

/** What the last run of the suites came to. */
export const COVERAGE_FOLDER = join(ROOT, 'coverage');

/** Where `npm run atlas` builds. */
export const ATLAS_FOLDER = join(ROOT, 'dist-atlas');

/** Where the suites of `npm test` write what running machines do. */
export const TRACE_FOLDER = join(COVERAGE_FOLDER, 'traces');
