import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { picturesOf } from '#server/config/branding.ts';
import { ConfigError } from '#server/config/config-error.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { BRAND_FOLDER } from '#server/storage/folder.ts';
import { type Site, siteFile } from './site.ts';

/** The path of the operator's pictures. */
const BRAND_PATH = '/brand/';

const PICTURES = ['.svg', '.png', '.webp'];

/** Prevents a picture that is opened as a document from running scripts and loading anything. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

type BrandSettings = Pick<ServerConfig, 'branding' | 'clients' | 'serviceProviders'>;

/** Each picture of a logo, with the setting that contains it. */
function namedPictures({ branding, clients, serviceProviders }: BrandSettings) {
  const listed = [
    ['branding', branding.logo],
    ...clients.map((service, index) => [`clients[${index}].branding`, service.branding?.logo] as const),
    ...serviceProviders.map(
      (service, index) => [`serviceProviders[${index}].branding`, service.branding?.logo] as const,
    ),
  ] as const;
  return listed.flatMap(([setting, logo]) => picturesOf(logo).map((path) => ({ setting, path })));
}

const picturesIn = (folder: string): readonly string[] =>
  readdirSync(folder).filter(
    (name) => PICTURES.includes(extname(name)) && statSync(join(folder, name)).isFile(),
  );

/**
 * The built portal with the pictures of the operator, read at the start.
 * @throws ConfigError when the folder or a logo does not exist
 */
export function withBrand(site: Site, settings: BrandSettings, dataDir: string): Site {
  const { folder } = settings.branding;
  if (folder !== undefined && !existsSync(folder)) {
    throw new ConfigError('the configuration', [`branding.folder: ${folder} does not exist`]);
  }
  const pictureFolder = folder ?? join(dataDir, BRAND_FOLDER);
  const names = existsSync(pictureFolder) ? picturesIn(pictureFolder) : [];
  const missing = namedPictures(settings).filter(
    ({ path }) => path.startsWith(BRAND_PATH) && !names.includes(path.slice(BRAND_PATH.length)),
  );
  if (missing.length > 0) {
    throw new ConfigError(
      'the configuration',
      missing.map(({ setting, path }) => `${setting}.logo: ${path} is not a picture in ${pictureFolder}`),
    );
  }
  const pictures = names.map((name) => {
    const path = `${BRAND_PATH}${name}`;
    const file = siteFile(path, new Uint8Array(readFileSync(join(pictureFolder, name))), new Map());
    return [path, { ...file, policy: PICTURE_POLICY }] as const;
  });
  return { ...site, files: new Map([...site.files, ...pictures]) };
}
