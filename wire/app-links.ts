import { isAppScheme } from './app-scheme.ts';
import { APP_PATH } from './phone-app.ts';

/** The app that people use: the portal's own at `/app/`, or a native one that opens by its scheme (rule 237). */
export type AppSettings = { readonly phoneApp: 'web' | 'native'; readonly appScheme: string };

/** The address of the web app. */
export const webAppAddress = (portal: string): string => `${portal}${APP_PATH}`;

const written = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');

/**
 * A link that opens the app, with each value percent-encoded: at a place that its scheme names and with the portal
 * among the values, or at the page of the web app, with the values behind the `#`, which no server sees.
 * Empty when the scheme is none of an app.
 */
export function appLink(
  { phoneApp, appScheme }: AppSettings,
  portal: string,
  place: 'provision' | 'qr' | 'push',
  values: Readonly<Record<string, string>> = {},
): string {
  const text = written(values);
  if (phoneApp === 'web') return webAppAddress(portal) + (text && `#${text}`);
  if (!isAppScheme(appScheme)) return '';
  const query = text && `?${text}&${written({ portal })}`;
  return `${appScheme}://${place}${query}`;
}
