import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The folder in which `npm run atlas` has built the atlas. */
export const ATLAS_FOLDER = join(import.meta.dirname, '..', '..', '..', 'dist-atlas');

/** The address of a page of the atlas on the disk, as on a file share. */
export const atlasAddress = (link: string): string =>
  `${pathToFileURL(join(ATLAS_FOLDER, 'index.html')).href}?lang=en${link}`;
