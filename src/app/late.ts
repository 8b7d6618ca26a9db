import type { LazyFlow } from '#machines/portal/flows.ts';
import type { PortalRef } from '#machines/portal/portal.selectors.ts';
import { createClient } from '#src/api/client.ts';
import { fetchPublicIp } from '#src/api/public-ip.ts';
import { fetchAuthSummary, fetchClientConfig } from '#src/api/summary.ts';
import { lookUpLogin } from '#src/ports/look-up-login.ts';
import { fetchResetConditions } from '#src/ports/reset-conditions.ts';
import { getAssertion } from '#src/ports/webauthn.ts';
import { confirmRequest } from './boot/confirm-request.ts';
import { ignoreMisplacedDoubleClicks, ignoreMisplacedDoubleEnters } from './boot/double-clicks.ts';
import { fetchAhead, whenBrowserIdle } from './boot/fetch-ahead.ts';
import type { FlowChunk } from './flow-chunk.ts';
import { loadFlow } from './lazy-flows.ts';
import { purposeOf } from './purpose.ts';
import { VIEW_PARTS } from './view-parts.ts';

/**
 * From now on, fetches the code of the next screens in advance, and ignores clicks and Enter presses that were meant
 * for the previous screen.
 */
function prepareLaterScreens(
  pageWindow: Window,
  portal: PortalRef,
  loadedFlows: Map<LazyFlow, FlowChunk>,
  signal: AbortSignal,
): void {
  ignoreMisplacedDoubleClicks(pageWindow, signal);
  ignoreMisplacedDoubleEnters(pageWindow, signal);
  const load = async (flow: LazyFlow) => loadedFlows.set(flow, await loadFlow(flow));
  fetchAhead({ portal, load, whenIdle: () => whenBrowserIdle(pageWindow), signal });
}

/**
 * The code that the first screen does not need, in one chunk that loads in parallel: the client of the calls, parts of
 * views, the browser's passkey prompt, and the imports of all other chunks.
 */
export const LATE_CHUNK = {
  ...VIEW_PARTS,
  createClient,
  fetchPublicIp,
  fetchAuthSummary,
  fetchClientConfig,
  fetchResetConditions,
  lookUpLogin,
  getAssertion,
  confirmRequest,
  prepareLaterScreens,
  loadFlow,
  purposeOf,
};

export type LateChunk = typeof LATE_CHUNK;
