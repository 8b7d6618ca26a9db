import { isAppScheme } from './app-scheme.ts';
import { APP_PATH } from './phone-app.ts';

/** The app that people use: the web app at `/app/`, or a native one, which links with its scheme open (rule 237). */
export type AppSettings = { readonly phoneApp: 'web' | 'native'; readonly appScheme: string };

/** The address of the web app. */
export const webAppAddress = (portal: string): string => `${portal}${APP_PATH}`;

const encodedQuery = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');

/**
 * A link that opens the app with percent-encoded values: by its scheme, with the portal among the values, or at the
 * address of the web app, with the values after the `#`, which no server sees. Empty for an invalid scheme.
 * @param action the action that the app performs
 */
export function appLink(
  { phoneApp, appScheme }: AppSettings,
  portal: string,
  action: 'provision' | 'qr' | 'push',
  values: Readonly<Record<string, string>> = {},
): string {
  const text = encodedQuery(values);
  if (phoneApp === 'web') return webAppAddress(portal) + (text && `#${text}`);
  if (!isAppScheme(appScheme)) return '';
  const query = text && `?${text}&${encodedQuery({ portal })}`;
  return `${appScheme}://${action}${query}`;
}
