import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { AtlasData } from '#atlas/build/data.ts';
import { ATLAS_FOLDER } from '#tools/folders.ts';

/** The data of the atlas, as `npm run atlas` has written it. */
export function readAtlas(): AtlasData {
  const atlasGlobals: { FLOW_ATLAS?: AtlasData } = {};
  runInNewContext(readFileSync(join(ATLAS_FOLDER, 'data.js'), 'utf8'), atlasGlobals);
  if (!atlasGlobals.FLOW_ATLAS) throw new Error(`No atlas is in ${ATLAS_FOLDER}: run "npm run atlas"`);
  return atlasGlobals.FLOW_ATLAS;
}

/** The moments that the screens of the atlas show, without duplicates. */
export const momentsOf = ({ states }: AtlasData): readonly number[] => [
  ...new Set(Object.values(states).flatMap(({ variants }) => variants.map(({ moment }) => moment))),
];
