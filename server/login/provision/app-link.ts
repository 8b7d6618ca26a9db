import type { FactorStores, Portal, Settings } from '#server/login/portal.ts';
import type { ProvisionLink } from '#server/storage/repositories/provision-links.ts';
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
  { config }: { readonly config: Pick<Portal['config'], 'appScheme' | 'publicUrl'> },
  ak: string,
): string => `${config.appScheme}://provision?${new URLSearchParams({ ak, portal: config.publicUrl })}`;

/** The link that opens the app. */
export async function appLink(portal: Settings & FactorStores, ak: string, link: OpenLink): Promise<string> {
  const { data, modulus, exponent } = await linkData(portal, ak, link);
  const values = new URLSearchParams({ data, modulus, exponent, portal: portal.config.publicUrl });
  return `${portal.config.appScheme}://provision?${values}`;
}
