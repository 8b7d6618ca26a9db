import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { ConfigError } from '#server/config/config-error.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { BRAND_FOLDER } from '#server/storage/folder.ts';
import { type Site, siteFile } from './site.ts';

/** Where the pictures of the operator are served. */
const BRAND_PATH = '/brand/';

const PICTURES = ['.svg', '.png', '.webp'];

/** A picture that is opened by itself runs no script and loads nothing. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

type BrandSettings = Pick<ServerConfig['branding'], 'folder' | 'logo'>;

const picturesIn = (folder: string): readonly string[] =>
  readdirSync(folder).filter(
    (name) => PICTURES.includes(extname(name)) && statSync(join(folder, name)).isFile(),
  );

/**
 * The built portal with the pictures of the operator, which are read once.
 * @throws ConfigError when the folder is not there, or does not hold the logo
 */
export function withBrand(site: Site, { folder, logo }: BrandSettings, dataDir: string): Site {
  if (folder !== undefined && !existsSync(folder)) {
    throw new ConfigError('the configuration', [`branding.folder: ${folder} is not there`]);
  }
  const from = folder ?? join(dataDir, BRAND_FOLDER);
  const names = existsSync(from) ? picturesIn(from) : [];
  const logos = typeof logo === 'object' ? [logo.light, logo.dark] : [logo ?? ''];
  const missing = logos.filter(
    (path) => path.startsWith(BRAND_PATH) && !names.includes(path.slice(BRAND_PATH.length)),
  );
  if (missing.length > 0) {
    throw new ConfigError(
      'the configuration',
      missing.map((path) => `branding.logo: ${path} is no picture in ${from}`),
    );
  }
  const pictures = names.map((name) => {
    const path = `${BRAND_PATH}${name}`;
    const file = siteFile(path, new Uint8Array(readFileSync(join(from, name))), new Map());
    return [path, { ...file, policy: PICTURE_POLICY }] as const;
  });
  return { ...site, files: new Map([...site.files, ...pictures]) };
}
