import type { FactorStores, Portal, Settings } from '#server/login/portal.ts';
import type { ProvisionLink } from '#server/storage/repositories/provision-links.ts';
import { appLink } from '#wire/app-links.ts';
import { writeAppData } from './app-data.ts';

type OpenLink = Extract<ProvisionLink, { readonly state: 'open' }>;

/** What an app is opened with (docs/wire.md). */
export const linkData = async (
  { provisionKey }: FactorStores,
  ak: string,
  { userId, expiresAt }: OpenLink,
) => ({
  data: writeAppData({ ak, userId, expiresAt }),
  ...(await provisionKey.numbers()),
});

/**
 * What the picture of a code says: the ak alone, for which the app asks for the rest (decision 208). A code of all that
 * an app link says has modules too small for a camera that is not held still.
 */
export const pictureText = (
  { config }: { readonly config: Pick<Portal['config'], 'phoneApp' | 'appScheme' | 'publicUrl'> },
  ak: string,
): string => appLink(config, config.publicUrl, 'provision', { ak });

/** The link that opens the app. */
export async function openingLink(
  portal: Settings & FactorStores,
  ak: string,
  link: OpenLink,
): Promise<string> {
  const { config } = portal;
  return appLink(config, config.publicUrl, 'provision', await linkData(portal, ak, link));
}
