import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { packagedFonts } from '#tools/chromium/fonts.ts';
import { type ChromiumLaunch, launchOf } from '#tools/chromium/launch.ts';

/** SHA-256 of the program in `@sparticuz/chromium` 153.0.0, Linux x64. */
const PROGRAM_SHA256 = '53a15d6c3a3d27dfb54c4ba60278b1683136f70cf1e67e989da7dfbd3d451ef0';

const CACHE_FOLDER = join(import.meta.dirname, '..', '..', '.cache');
const UNPACKED_FOLDER = join(CACHE_FOLDER, `chromium-${PROGRAM_SHA256.slice(0, 12)}`);

/** Whether the program of the package runs on this machine. */
const isSupported = process.platform === 'linux' && process.arch === 'x64';

/** Unpacks the package into a folder. The package always unpacks into TMPDIR, so the variable is set for this time. */
const unpackInto = async (folder: string) => {
  const { default: packaged, inflate } = await import('@sparticuz/chromium');
  const libraries = join(
    dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))),
    '../bin/al2023.tar.br',
  );
  const earlierFolder = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    await packaged.executablePath();
    await inflate(libraries);
  } finally {
    if (earlierFolder === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = earlierFolder;
  }
};

const sha256 = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
};

/** The unpacked program with the libraries of the system, and with the libraries of the package. */
const unpackedLaunches = (): ChromiumLaunch[] => {
  const program = join(UNPACKED_FOLDER, 'chromium');
  const fonts = packagedFonts(join(UNPACKED_FOLDER, 'fonts', 'fonts'));
  const libraries = { LD_LIBRARY_PATH: join(UNPACKED_FOLDER, 'al2023', 'lib') };
  return [launchOf(program, fonts), launchOf(program, { ...fonts, ...libraries })];
};

/** The Chromium that an earlier run unpacked; empty if there is none. */
export const cachedChromium = (): ChromiumLaunch[] => (existsSync(UNPACKED_FOLDER) ? unpackedLaunches() : []);

/**
 * Unpacks the Chromium of the npm package into the project's cache. Returns an empty list except on Linux x64.
 *
 * @throws Error when the program has another hash
 */
export const unpackChromium = async (): Promise<ChromiumLaunch[]> => {
  if (!isSupported) return [];
  await mkdir(CACHE_FOLDER, { recursive: true });
  const folder = await mkdtemp(join(CACHE_FOLDER, 'unpacking-'));
  try {
    await unpackInto(folder);
    const checksum = await sha256(join(folder, 'chromium'));
    if (checksum !== PROGRAM_SHA256)
      throw new Error(`@sparticuz/chromium has the hash ${checksum}, expected ${PROGRAM_SHA256}`);
    await rename(folder, UNPACKED_FOLDER);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return unpackedLaunches();
};
