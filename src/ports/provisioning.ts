import { fromPromise } from 'xstate';
import { subdomainOf } from '#machines/provisioning/link.ts';
import type { PreparedProvision } from '#machines/provisioning/provisioning.machine.ts';
import { type Result, success } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { fetchPortalDomain } from '#src/api/portal-domain.ts';
import { checkProvision } from '#src/api/provisioning.ts';

/** Resolves when the page can be seen. */
function whenVisible({ document }: Window, signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve();
  return new Promise((resolve) => {
    const resolveWhenVisible = () => {
      if (document.visibilityState === 'visible') resolve();
    };
    document.addEventListener('visibilitychange', resolveWhenVisible, { signal });
  });
}

/** Documents in which the app was opened. */
const opened = new WeakSet<Document>();

/**
 * Whether the app opens automatically: only once (rule 48), so neither on a reload nor on Back. The
 * browser's own prompt would otherwise interrupt the person.
 */
function opensAutomatically({ document, performance }: Window): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isFirst = !opened.has(document) && (visit === undefined || visit.type === 'navigate');
  opened.add(document);
  return isFirst;
}

/** The call of a registration link, and the way from it into the app. */
export const provisioningPorts = (client: Client, page: Window) => ({
  /** The portal's own address stands in for the configured one that does not come (rule 47). */
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
    await whenVisible(page, signal);
    signal.throwIfAborted();
    if (opensAutomatically(page)) page.location.assign(link);
  }),
});
