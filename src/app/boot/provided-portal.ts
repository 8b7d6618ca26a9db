import { fromPromise, sendTo } from 'xstate';
import type { ResetConditions } from '#machines/forgot-password/forgot-password.setup.ts';
import { idEntryMachine } from '#machines/id-entry/id-entry.machine.ts';
import { idleMachine } from '#machines/idle/idle.machine.ts';
import { networkMachine } from '#machines/network/network.machine.ts';
import { LAZY_FLOWS, type LazyFlow } from '#machines/portal/flows.ts';
import { portalMachine } from '#machines/portal/portal.machine.ts';
import type { PortalRef } from '#machines/portal/portal.selectors.ts';
import type { ExistingLogin } from '#machines/portal/portal.types.ts';
import { serviceInfoMachine } from '#machines/service-info/service-info.machine.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import type { Drafts } from '#src/app/drafts.ts';
import type { FlowChunk, FlowEffects } from '#src/app/flow-chunk.ts';
import { flowViews } from '#src/app/flow-views.ts';
import { providedHistory } from '#src/app/history/provided-history.ts';
import { hasAllTexts, providedLanguage, waitForAllTexts } from '#src/app/language/provided-language.ts';
import type { TextLoaders } from '#src/app/language/texts.ts';
import type { LateChunk } from '#src/app/late.ts';
import { idEntryPorts } from '#src/ports/id-entry.ts';
import { type Answers, idlePorts } from '#src/ports/idle.ts';
import { networkPorts } from '#src/ports/network.ts';
import { checkPolicyPort } from '#src/ports/policy.ts';
import type { RequestCache } from '#src/ports/request-cache.ts';
import { serviceInfoPorts } from '#src/ports/service-info.ts';
import { tabsPort } from '#src/ports/tabs.ts';
import type { RuntimeConfig } from '#wire/runtime-config.ts';
import { lazyLogic, skipIf } from './lazy-logic.ts';

/** Values and functions that the ports of the portal use. */
export type PortalEffects = {
  readonly pageWindow: Window & typeof globalThis;
  readonly client: Client;
  /** Reports each answer of the server, which restarts the idle time of the session. */
  readonly answers: Pick<Answers, 'subscribe'>;
  readonly config: RuntimeConfig;
  readonly texts: TextLoaders;
  readonly drafts: Drafts;
  /** Loads the late chunk. Rejects if it cannot be loaded. */
  readonly loadLateChunk: () => Promise<LateChunk>;
  /** Contains the answer about the request of the service if it arrived before the redirect page needs it. */
  readonly requestCache: RequestCache;
  /** Resolves after the next paint. */
  readonly waitForPaint: (signal: AbortSignal) => Promise<void>;
  /** Returns the time in epoch milliseconds. */
  readonly now: () => number;
  /** The chunks of the flows that have been loaded. The portal adds each chunk that it loads. */
  readonly loadedFlows: Map<LazyFlow, FlowChunk>;
  /** Returns the running portal. Must not be called before the portal has started. */
  readonly portal: () => PortalRef;
};

/** The portal machine with the ports of production. */
export function providedPortal({
  pageWindow,
  client,
  answers,
  config,
  texts,
  drafts,
  loadLateChunk,
  requestCache,
  waitForPaint,
  now,
  loadedFlows,
  portal,
}: PortalEffects) {
  const portalContext = () => portal().getSnapshot().context;
  const effects: FlowEffects = {
    pageWindow,
    client,
    purpose: async (kind) => (await loadLateChunk()).purposeOf(portalContext(), kind),
    ip: () => portalContext().session.request.ip,
    now,
    requestCache,
    isCountdownStopped: drafts.isCountdownStopped,
    storePending: (pending) => portal().send({ type: 'pending.changed', pending }),
  };
  const flowLogic = (flow: LazyFlow) =>
    lazyLogic(() => {
      const chunk = loadedFlows.get(flow);
      if (!chunk) throw new Error(`${flow} is missing`);
      const { machine, View } = chunk.assemble(effects);
      flowViews.set(flow, View);
      return machine;
    });
  return portalMachine.provide({
    actors: {
      ...Object.fromEntries((Object.keys(LAZY_FLOWS) as LazyFlow[]).map((flow) => [flow, flowLogic(flow)])),
      'id-entry': idEntryMachine.provide({
        actors: idEntryPorts(client, pageWindow, async () => (await loadLateChunk()).getAssertion),
      }),
      history: providedHistory(pageWindow, portal),
      idle: idleMachine.provide({
        actors: idlePorts(
          client,
          pageWindow,
          answers,
          now,
          async () => (await loadLateChunk()).fetchAuthSummary,
        ),
        actions: { reportEnd: sendTo(portal, { type: 'session.lapsed' }) },
      }),
      language: providedLanguage(texts, portal, waitForPaint),
      network: networkMachine.provide({ actors: networkPorts(pageWindow) }),
      'service-info': serviceInfoMachine.provide({
        actors: serviceInfoPorts(client, async () => (await loadLateChunk()).fetchClientConfig, waitForPaint),
        actions: {
          reportClient: sendTo(portal, (_, { clientId, config: clientConfig }) =>
            clientConfig
              ? { type: 'client.received', clientId, config: clientConfig }
              : { type: 'client.failed' },
          ),
        },
      }),
      tabs: tabsPort(pageWindow),
      checkPolicy: checkPolicyPort(client),
      fetchResetConditions: fromPromise<Result<ResetConditions>, { userId: string; clientId: string }>(
        async ({ input, signal }) => {
          // Painting the password screen is more urgent: the person can type before this answer arrives.
          await waitForPaint(signal);
          return (await loadLateChunk()).fetchResetConditions(client, input, signal);
        },
      ),
      lookUpLogin: fromPromise<ExistingLogin | null, { isNeeded: boolean }>(async ({ input, signal }) => {
        if (!input.isNeeded) return null;
        // No screen waits for this answer.
        await waitForPaint(signal);
        return (await loadLateChunk()).lookUpLogin(client, signal);
      }),
      lookUpIp: fromPromise(async ({ signal }) => {
        if (config.ipUrl === '') return '';
        await waitForPaint(signal);
        return (await loadLateChunk()).fetchPublicIp(config.ipUrl, { signal });
      }),
      load: skipIf(
        fromPromise<void, { flow: LazyFlow }>(async ({ input: { flow } }) => {
          const [chunk] = await Promise.all([
            loadLateChunk().then(({ loadFlow }) => loadFlow(flow)),
            waitForAllTexts(portal()),
          ]);
          loadedFlows.set(flow, chunk);
        }),
        ({ flow }) => loadedFlows.has(flow) && hasAllTexts(portal()),
      ),
    },
  });
}
