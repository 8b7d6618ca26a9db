import type { Language } from '#i18n/locale.ts';
import { brandingAt, logoIn } from '#server/config/branding.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { serviceWithId } from '#server/config/services.ts';
import type { InitialData } from '#wire/initial-data.ts';
import type { FirstScreenInput, RenderFirstScreen } from '#wire/server-portal.ts';

/** Pages that begin with the ID entry when nobody is signed in (spec section 2, "Routes"). */
const ID_ENTRIES = ['/', '/login', '/first', '/logout'];

type BrandConfig = Pick<ServerConfig, 'branding' | 'defaultClient' | 'clients' | 'serviceProviders'>;

/** The branding of the service that a page is opened for. */
export const firstBranding = (config: BrandConfig, initialData: InitialData | null) =>
  brandingAt(
    config.branding,
    serviceWithId(config, initialData?.client.clientId ?? config.defaultClient ?? ''),
  );

const MAX_CACHED = 200;

/** Caches renderings that contain no user ID. */
export function cachedRendering(render: RenderFirstScreen): RenderFirstScreen {
  const cache = new Map<string, string>();
  return (view) => {
    if (view.initialData?.summary?.userId) return render(view);
    const { summary, client } = view.initialData ?? {};
    const key = JSON.stringify([view.language, view.branding, client, summary?.reauthReason]);
    const markup = cache.get(key) ?? render(view);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(key, markup);
    return markup;
  };
}

/**
 * The markup of the ID entry, for a page that begins with it; empty for every other page. A page without a service
 * begins with the list of services instead (rule 157).
 */
export function firstScreen(
  render: RenderFirstScreen | null,
  config: BrandConfig,
  path: string,
  language: Language,
  initialData: InitialData | null,
): string {
  const startsWithIdEntry = initialData?.summary || (ID_ENTRIES.includes(path) && config.defaultClient);
  if (!render || !startsWithIdEntry) return '';
  const branding = firstBranding(config, initialData);
  const { name } = branding;
  const logo = logoIn(branding.logo, branding.theme);
  return render({
    language,
    branding: { ...(name && { name }), ...(logo && { logo }) },
    initialData,
  } satisfies FirstScreenInput);
}
