import { fromPromise } from 'xstate';
import { subdomainOf } from '#machines/provisioning/link.ts';
import type { PreparedProvision } from '#machines/provisioning/provisioning.machine.ts';
import { type Result, success } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { fetchPortalDomain } from '#src/api/portal-domain.ts';
import { checkProvision } from '#src/api/provisioning.ts';

/** Resolves when the page is visible. */
function waitUntilVisible({ document }: Window, signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve();
  return new Promise((resolve) => {
    const resolveWhenVisible = () => {
      if (document.visibilityState === 'visible') resolve();
    };
    document.addEventListener('visibilitychange', resolveWhenVisible, { signal });
  });
}

/** Documents in which the app has been opened automatically. */
const documentsThatOpenedApp = new WeakSet<Document>();

/**
 * Whether the app may be opened automatically: true for the first call in a document, and never after a reload or Back
 * (rule 48). Otherwise the browser would ask the person again whether to open the app.
 */
function claimAutomaticOpening({ document, performance }: Window): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isFirstOpening =
    !documentsThatOpenedApp.has(document) && (navigation === undefined || navigation.type === 'navigate');
  documentsThatOpenedApp.add(document);
  return isFirstOpening;
}

/** The calls of a registration link, and the function that opens the app with the link. */
export const provisioningPorts = (client: Client, pageWindow: Window) => ({
  /**
   * Fetches the data of the link and the address of the portal. If the address is unknown, `origin` is used (rule 47).
   */
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
    await waitUntilVisible(pageWindow, signal);
    signal.throwIfAborted();
    if (claimAutomaticOpening(pageWindow)) pageWindow.location.assign(link);
  }),
});
