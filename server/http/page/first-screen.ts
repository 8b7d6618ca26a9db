import type { Language } from '#i18n/locale.ts';
import { brandingAt, logoIn } from '#server/config/branding.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { serviceWithId } from '#server/config/services.ts';
import type { InitialData } from '#wire/initial-data.ts';
import type { FirstScreenInput, RenderFirstScreen } from '#wire/server-portal.ts';

/** Paths of pages that begin with the ID entry when nobody is signed in (spec section 2, "Routes"). */
const ID_ENTRY_PATHS = ['/', '/login', '/first', '/logout'];

type BrandConfig = Pick<ServerConfig, 'branding' | 'defaultClient' | 'clients' | 'serviceProviders'>;

/** The branding of the first screen: the branding of the requesting service, or of the default client. */
export const firstScreenBranding = (config: BrandConfig, initialData: InitialData | null) =>
  brandingAt(
    config.branding,
    serviceWithId(config, initialData?.client.clientId ?? config.defaultClient ?? ''),
  );

const MAX_CACHED_RENDERINGS = 200;

/** Wraps a renderer with a cache for the renderings that contain no user ID. */
export function cachedRendering(render: RenderFirstScreen): RenderFirstScreen {
  const cache = new Map<string, string>();
  return (view) => {
    if (view.initialData?.summary?.userId) return render(view);
    const { summary, client } = view.initialData ?? {};
    const key = JSON.stringify([view.language, view.branding, client, summary?.reauthReason]);
    const markup = cache.get(key) ?? render(view);
    if (cache.size >= MAX_CACHED_RENDERINGS) cache.clear();
    cache.set(key, markup);
    return markup;
  };
}

/**
 * The markup of the ID entry if a page begins with the ID entry; otherwise empty. A page without a service begins with
 * the list of services instead (rule 157).
 */
export function firstScreenMarkup(
  render: RenderFirstScreen | null,
  config: BrandConfig,
  path: string,
  language: Language,
  initialData: InitialData | null,
): string {
  const startsWithIdEntry = initialData?.summary || (ID_ENTRY_PATHS.includes(path) && config.defaultClient);
  if (!render || !startsWithIdEntry) return '';
  const branding = firstScreenBranding(config, initialData);
  const { name } = branding;
  const logo = logoIn(branding.logo, branding.theme);
  return render({
    language,
    branding: { ...(name && { name }), ...(logo && { logo }) },
    initialData,
  } satisfies FirstScreenInput);
}
