import { html } from 'hono/html';
import type { Language } from '#i18n/locale.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { BRAND_LOGO, BRAND_NAME, type FirstScreens } from '#wire/first-screen.ts';

/** Where the portal starts with the ID entry when it knows nobody (spec section 2, "Routes"). */
const ID_ENTRIES = ['/', '/login', '/first'];

/**
 * The ID entry as markup, for a page that begins with it; empty for every other page. Without a service to
 * sign in to the page begins with the list of services (decision 157). The operator's colours come with the
 * script, and a picture in other colours would flash: it waits for them.
 */
export function firstScreen(
  screens: FirstScreens | null,
  { branding: { name, logo, colors }, defaultClient }: Pick<ServerConfig, 'branding' | 'defaultClient'>,
  path: string,
  language: Language,
): string {
  if (!screens || !ID_ENTRIES.includes(path) || !defaultClient || colors) return '';
  return screens[language][logo ? 'withLogo' : 'plain'][name ? 'named' : 'own']
    .replaceAll(BRAND_NAME, () => String(html`${name?.[language]}`))
    .replaceAll(BRAND_LOGO, () => String(html`${logo}`));
}
