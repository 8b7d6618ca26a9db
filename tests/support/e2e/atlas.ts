import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The folder in which `npm run atlas` has built the atlas. */
export const ATLAS_FOLDER = join(import.meta.dirname, '..', '..', '..', 'dist-atlas');

/** The address of a page of the atlas that is opened as a file. The hash selects the page. */
export const atlasAddress = (hash: string): string =>
  `${pathToFileURL(join(ATLAS_FOLDER, 'index.html')).href}?lang=en${hash}`;
