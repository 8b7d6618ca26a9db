import type { Language } from '#i18n/locale.ts';
import { brandingAt, logoIn } from '#server/config/branding.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { serviceNamed } from '#server/config/services.ts';
import type { InitialData } from '#wire/initial-data.ts';
import type { DrawFirstScreen, FirstView } from '#wire/server-portal.ts';

/** Where the portal starts with the ID entry when it knows nobody (spec section 2, "Routes"). */
const ID_ENTRIES = ['/', '/login', '/first', '/logout'];

type BrandConfig = Pick<ServerConfig, 'branding' | 'defaultClient' | 'clients' | 'serviceProviders'>;

/** The brand of the service that a page begins with. */
export const firstBranding = (config: BrandConfig, known: InitialData | null) =>
  brandingAt(config.branding, serviceNamed(config, known?.client.clientId ?? config.defaultClient ?? ''));

const MAX_CACHED = 200;

/** Caches renderings that contain no user ID. */
export function cachedDrawing(draw: DrawFirstScreen): DrawFirstScreen {
  const cache = new Map<string, string>();
  return (view) => {
    if (view.known?.summary?.userId) return draw(view);
    const { summary, client } = view.known ?? {};
    const key = JSON.stringify([view.language, view.branding, client, summary?.askedAgain]);
    const markup = cache.get(key) ?? draw(view);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(key, markup);
    return markup;
  };
}

/**
 * The ID entry as markup, for a page that begins with it; empty for every other page. Without a service to
 * sign in to the page begins with the list of services (decision 157).
 */
export function firstScreen(
  draw: DrawFirstScreen | null,
  config: BrandConfig,
  path: string,
  language: Language,
  known: InitialData | null,
): string {
  const begins = known?.summary || (ID_ENTRIES.includes(path) && config.defaultClient);
  if (!draw || !begins) return '';
  const branding = firstBranding(config, known);
  const { name } = branding;
  const logo = logoIn(branding.logo, branding.theme);
  return draw({
    language,
    branding: { ...(name && { name }), ...(logo && { logo }) },
    known,
  } satisfies FirstView);
}
