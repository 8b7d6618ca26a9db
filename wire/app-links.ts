import { isAppScheme } from './app-scheme.ts';
import { APP_PATH } from './phone-app.ts';

/**
 * The app that people use on their phones: the web app at `/app/` of the portal, or a native app, which links with the
 * scheme `appScheme` open (rule 237).
 */
export type AppSettings = { readonly phoneApp: 'web' | 'native'; readonly appScheme: string };

/**
 * The address of the web app.
 * @param portal the origin of the portal
 */
export const webAppAddress = (portal: string): string => `${portal}${APP_PATH}`;

/** Values as a query, percent-encoded. */
const encodedQuery = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');

/**
 * A link that opens the app and passes values to it, percent-encoded. The link of the web app is an address with the
 * values after the `#`, which no server sees. The link of a native app begins with the scheme of the app, and the origin
 * of the portal is one of the values; it is empty when the scheme is invalid.
 * @param portal the origin of the portal
 * @param action what a native app has to do; not part of the link of the web app
 */
export function appLink(
  { phoneApp, appScheme }: AppSettings,
  portal: string,
  action: 'provision' | 'qr' | 'push',
  values: Readonly<Record<string, string>> = {},
): string {
  const encodedValues = encodedQuery(values);
  if (phoneApp === 'web') return webAppAddress(portal) + (encodedValues && `#${encodedValues}`);
  if (!isAppScheme(appScheme)) return '';
  const query = encodedValues && `?${encodedValues}&${encodedQuery({ portal })}`;
  return `${appScheme}://${action}${query}`;
}
