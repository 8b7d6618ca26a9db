import { fromPromise } from 'xstate';
import { subdomainOf } from '#machines/provisioning/link.ts';
import type { PreparedProvision } from '#machines/provisioning/provisioning.machine.ts';
import { type Result, success } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { fetchPortalDomain } from '#src/api/portal-domain.ts';
import { checkProvision } from '#src/api/provisioning.ts';

/** Resolves when the page is visible. */
function whenVisible({ document }: Window, signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve();
  return new Promise((resolve) => {
    const resolveWhenVisible = () => {
      if (document.visibilityState === 'visible') resolve();
    };
    document.addEventListener('visibilitychange', resolveWhenVisible, { signal });
  });
}

/** Documents that have opened the app. */
const documentsThatOpenedApp = new WeakSet<Document>();

/**
 * Whether the app opens automatically: only once (rule 48), so neither on a reload nor on Back. The
 * browser's own prompt would otherwise interrupt the person.
 */
function opensAutomatically({ document, performance }: Window): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isFirst =
    !documentsThatOpenedApp.has(document) && (navigation === undefined || navigation.type === 'navigate');
  documentsThatOpenedApp.add(document);
  return isFirst;
}

/** The calls of a registration link, and opening the app by it. */
export const provisioningPorts = (client: Client, pageWindow: Window) => ({
  /** Without an answer about the portal's configured address, the page's origin is used (rule 47). */
  fetchProvision: fromPromise<Result<PreparedProvision>, { ak: string; origin: string }>(
    async ({ input: { ak, origin }, signal }) => {
      const subdomain = subdomainOf(new URL(origin).hostname);
      const [provision, portal] = await Promise.all([
        checkProvision(client, { ak, subdomain }, signal),
        fetchPortalDomain(client, signal),
      ]);
      if (!provision.ok) return provision;
      return success({ provision: provision.value, portal: portal.ok ? portal.value : origin });
    },
  ),
  openApp: fromPromise<void, { link: string }>(async ({ input: { link }, signal }) => {
    await whenVisible(pageWindow, signal);
    signal.throwIfAborted();
    if (opensAutomatically(pageWindow)) pageWindow.location.assign(link);
  }),
});
