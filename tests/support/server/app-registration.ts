import { encryptForPortal } from '#lab/phone/encrypt.ts';
import { administrationOf } from '#server/administration/administration.ts';
import type { Browser, CallAnswer } from './browser.ts';
import type { TestServer } from './server.ts';

/** The call of the page that returns the payload of the app link. */
export const checkProvision = (browser: Browser, ak: string): Promise<CallAnswer> =>
  browser.call('GET', `/data/check/provision/mobileapp/${ak}?subdomain=`);

/** The data that an app sends about itself. */
export const newApp = (values: Readonly<Record<string, unknown>> = {}) => ({
  uuid: '0f6a2c1e-7b3d-4e58-9a40-1c2d3e4f5a6b',
  os: 'Android 16',
  appVersion: '3.3.0',
  deviceName: 'Galaxy S27',
  secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  key: 'K'.repeat(43),
  ...values,
});

/** Fetches the payload of the app link with this ak. */
export async function fetchAppLink(browser: Browser, ak: string) {
  const { akData, publicKeyModulus, publicKeyExponent } = (await checkProvision(browser, ak)).json;
  return {
    data: String(akData),
    publicKey: { modulus: String(publicKeyModulus), exponent: String(publicKeyExponent) },
  };
}

/** Issues an app link as an administrator; returns its ak and its payload. */
export async function issueAppLink({ portal, browser }: TestServer, userId: string) {
  const address = await administrationOf(portal).issueProvisionLink(userId);
  const ak = new URL(address ?? '').searchParams.get('ak') ?? '';
  return { ak, link: await fetchAppLink(browser(), ak) };
}

/** Posts a registration to /device/apps. */
export const postRegistration = (browser: Browser, registration: unknown): Promise<CallAnswer> =>
  browser.call('POST', '/device/apps', { body: { registration } });

/** Registers the app with the payload of its link, as the app does. */
export const registerApp = (
  browser: Browser,
  { data, publicKey }: Awaited<ReturnType<typeof fetchAppLink>>,
  values: Readonly<Record<string, unknown>> = {},
): Promise<CallAnswer> => postRegistration(browser, encryptForPortal(publicKey, { data, ...newApp(values) }));
