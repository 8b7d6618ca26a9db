import type { FactorStores, Portal, Settings } from '#server/login/portal.ts';
import type { ProvisionLink } from '#server/storage/repositories/provision-links.ts';
import { appLink } from '#wire/app-links.ts';
import { writeAppData } from './app-data.ts';

type OpenLink = Extract<ProvisionLink, { readonly state: 'open' }>;

/** The parameters of an app link (docs/wire.md). */
export const appLinkParameters = async (
  { provisionKey }: FactorStores,
  ak: string,
  { userId, expiresAt }: OpenLink,
) => ({
  data: writeAppData({ ak, userId, expiresAt }),
  ...(await provisionKey.publicNumbers()),
});

/**
 * The content of a QR code: only the ak, with which the app requests the other parameters (rule 208). With all
 * parameters the squares of the QR code would be too small for many cameras.
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
  return appLink(config, config.publicUrl, 'provision', await appLinkParameters(portal, ak, link));
}
