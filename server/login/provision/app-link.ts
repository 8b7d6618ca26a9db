import type { Portal } from '#server/login/portal.ts';
import type { ProvisionLink } from '#server/storage/repositories/provision-links.ts';
import { writeAppData } from './app-data.ts';

type OpenLink = Extract<ProvisionLink, { readonly state: 'open' }>;

/** What an app is opened with (docs/wire.md). */
export const linkData = async ({ provisionKey }: Portal, ak: string, { userId, expiresAt }: OpenLink) => ({
  data: writeAppData({ ak, userId, expiresAt }),
  ...(await provisionKey.numbers()),
});

/** The link that opens the app. */
export async function appLink(portal: Portal, ak: string, link: OpenLink): Promise<string> {
  const { data, modulus, exponent } = await linkData(portal, ak, link);
  const values = new URLSearchParams({ data, modulus, exponent, portal: portal.config.publicUrl });
  return `${portal.config.appScheme}://provision?${values}`;
}
