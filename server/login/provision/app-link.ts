import type { FactorStores, Portal, Settings } from '#server/login/portal.ts';
import type { ProvisionLink } from '#server/storage/repositories/provision-links.ts';
import { appLink } from '#wire/app-links.ts';
import { writeAppData } from './app-data.ts';

type OpenLink = Extract<ProvisionLink, { readonly state: 'open' }>;

/** Parameters of an app link (docs/wire.md). */
export const linkData = async (
  { provisionKey }: FactorStores,
  ak: string,
  { userId, expiresAt }: OpenLink,
) => ({
  data: writeAppData({ ak, userId, expiresAt }),
  ...(await provisionKey.publicNumbers()),
});

/**
 * Content of a QR code: the ak alone, with which the app requests the rest (rule 208). With all parameters the
 * squares of the code would be too small for many cameras.
 */
export const qrCodeText = (
  { config }: { readonly config: Pick<Portal['config'], 'phoneApp' | 'appScheme' | 'publicUrl'> },
  ak: string,
): string => appLink(config, config.publicUrl, 'provision', { ak });

/** The link that opens the app, with all parameters. */
export async function appOpeningLink(
  portal: Settings & FactorStores,
  ak: string,
  link: OpenLink,
): Promise<string> {
  const { config } = portal;
  return appLink(config, config.publicUrl, 'provision', await linkData(portal, ak, link));
}
