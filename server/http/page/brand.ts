import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { picturesOf } from '#server/config/branding.ts';
import { ConfigError } from '#server/config/config-error.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { BRAND_FOLDER } from '#server/storage/folder.ts';
import { type Site, siteFile } from './site.ts';

/** Beginning of the paths of the operator's pictures. */
const BRAND_PATH = '/brand/';

const PICTURE_EXTENSIONS = ['.svg', '.png', '.webp'];

/**
 * Content security policy that prevents a picture from running scripts and loading files when it is opened as a page.
 */
const PICTURE_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

type BrandSettings = Pick<ServerConfig, 'branding' | 'clients' | 'serviceProviders'>;

/** The pictures of all logos, each with the setting that contains the logo. */
function logoPictures({ branding, clients, serviceProviders }: BrandSettings) {
  const logos = [
    ['branding', branding.logo],
    ...clients.map((service, index) => [`clients[${index}].branding`, service.branding?.logo] as const),
    ...serviceProviders.map(
      (service, index) => [`serviceProviders[${index}].branding`, service.branding?.logo] as const,
    ),
  ] as const;
  return logos.flatMap(([setting, logo]) => picturesOf(logo).map((path) => ({ setting, path })));
}

const picturesIn = (folder: string): readonly string[] =>
  readdirSync(folder).filter(
    (name) => PICTURE_EXTENSIONS.includes(extname(name)) && statSync(join(folder, name)).isFile(),
  );

/**
 * Adds the operator's pictures to the files of the built portal.
 * @throws ConfigError when the folder or a logo does not exist
 */
export function withBrand(site: Site, settings: BrandSettings, dataDir: string): Site {
  const { folder } = settings.branding;
  if (folder !== undefined && !existsSync(folder)) {
    throw new ConfigError('the configuration', [`branding.folder: ${folder} does not exist`]);
  }
  const pictureFolder = folder ?? join(dataDir, BRAND_FOLDER);
  const pictureNames = existsSync(pictureFolder) ? picturesIn(pictureFolder) : [];
  const missingPictures = logoPictures(settings).filter(
    ({ path }) => path.startsWith(BRAND_PATH) && !pictureNames.includes(path.slice(BRAND_PATH.length)),
  );
  if (missingPictures.length > 0) {
    throw new ConfigError(
      'the configuration',
      missingPictures.map(
        ({ setting, path }) => `${setting}.logo: ${path} is not a picture in ${pictureFolder}`,
      ),
    );
  }
  const pictures = pictureNames.map((name) => {
    const path = `${BRAND_PATH}${name}`;
    const file = siteFile(path, new Uint8Array(readFileSync(join(pictureFolder, name))), new Map());
    return [path, { ...file, contentSecurityPolicy: PICTURE_SECURITY_POLICY }] as const;
  });
  return { ...site, files: new Map([...site.files, ...pictures]) };
}
