import { join } from 'node:path';
import { openProject } from '#atlas/config.ts';

/** The project itself, as the atlas reads it. */
export const project = await openProject(join(import.meta.dirname, '..', '..'));
