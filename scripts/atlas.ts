import { join } from 'node:path';
import { buildAtlas } from '#scripts/atlas/build.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'dist-atlas');

const states = await buildAtlas(ROOT, FOLDER);
console.log(`The flow atlas with the screens of ${states} states: open ${join(FOLDER, 'index.html')}`);
