import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where `npm run atlas` has built it. */
export const FOLDER = join(import.meta.dirname, '..', '..', '..', 'dist-atlas');

/** A page of the atlas from the disk, as from a file share. */
export const at = (link: string): string =>
  `${pathToFileURL(join(FOLDER, 'index.html')).href}?lang=en${link}`;
