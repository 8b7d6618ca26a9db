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
import { completeTexts, hasAllTexts, providedLanguage } from '#src/app/language/provided-language.ts';
import type { TextLoaders } from '#src/app/language/texts.ts';
import type { Late } from '#src/app/late.ts';
import { idEntryPorts } from '#src/ports/id-entry.ts';
import { type Answers, idlePorts } from '#src/ports/idle.ts';
import { networkPorts } from '#src/ports/network.ts';
import { checkPolicyPort } from '#src/ports/policy.ts';
import type { RequestCache } from '#src/ports/request-cache.ts';
import { serviceInfoPorts } from '#src/ports/service-info.ts';
import { tabsPort } from '#src/ports/tabs.ts';
import type { RuntimeConfig } from '#wire/runtime-config.ts';
import { lazyLogic, unlessDone } from './lazy-logic.ts';

/** Dependencies of the real ports. */
export type PortalEffects = {
  readonly page: Window & typeof globalThis;
  readonly client: Client;
  /** Reports each answer of the server, for the idle time. */
  readonly answers: Pick<Answers, 'subscribe'>;
  readonly config: RuntimeConfig;
  readonly texts: TextLoaders;
  readonly drafts: Drafts;
  /** The late chunk. Rejects when it does not arrive. */
  readonly late: () => Promise<Late>;
  /** The request in the initial data. */
  readonly requestCache: RequestCache;
  /** Resolves when the page has been painted. */
  readonly nextPaint: (signal: AbortSignal) => Promise<void>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** The chunks of flows that have been loaded; more are added. */
  readonly loadedFlows: Map<LazyFlow, FlowChunk>;
  /** Returns the running portal; must not be called before it has started. */
  readonly portal: () => PortalRef;
};

/** The portal machine with its real ports. */
export function providedPortal({
  page,
  client,
  answers,
  config,
  texts,
  drafts,
  late,
  requestCache,
  nextPaint,
  now,
  loadedFlows,
  portal,
}: PortalEffects) {
  const values = () => portal().getSnapshot().context;
  const effects: FlowEffects = {
    page,
    client,
    purpose: async (kind) => (await late()).purposeOf(values(), kind),
    ip: () => values().session.request.ip,
    now,
    requestCache,
    isCountdownStopped: drafts.isCountdownStopped,
    storePending: (pending) => portal().send({ type: 'pending.changed', pending }),
  };
  const flowLogic = (flow: LazyFlow) =>
    lazyLogic(() => {
      const chunk = loadedFlows.get(flow);
      if (!chunk) throw new Error(`${flow} has not loaded`);
      const { machine, View } = chunk.assemble(effects);
      flowViews.set(flow, View);
      return machine;
    });
  return portalMachine.provide({
    actors: {
      ...Object.fromEntries((Object.keys(LAZY_FLOWS) as LazyFlow[]).map((flow) => [flow, flowLogic(flow)])),
      'id-entry': idEntryMachine.provide({
        actors: idEntryPorts(client, page, async () => (await late()).getAssertion),
      }),
      history: providedHistory(page, portal),
      idle: idleMachine.provide({
        actors: idlePorts(client, page, answers, now, async () => (await late()).fetchAuthSummary),
        actions: { reportEnd: sendTo(portal, { type: 'session.lapsed' }) },
      }),
      language: providedLanguage(texts, portal, nextPaint),
      network: networkMachine.provide({ actors: networkPorts(page) }),
      'service-info': serviceInfoMachine.provide({
        actors: serviceInfoPorts(client, async () => (await late()).fetchClientConfig, nextPaint),
        actions: {
          reportClient: sendTo(portal, (_, { clientId, config: clientConfig }) =>
            clientConfig
              ? { type: 'client.received', clientId, config: clientConfig }
              : { type: 'client.failed' },
          ),
        },
      }),
      tabs: tabsPort(page),
      checkPolicy: checkPolicyPort(client),
      fetchResetConditions: fromPromise<Result<ResetConditions>, { userId: string; clientId: string }>(
        async ({ input, signal }) => {
          // The password can be typed before this answer arrives.
          await nextPaint(signal);
          return (await late()).fetchResetConditions(client, input, signal);
        },
      ),
      lookUpLogin: fromPromise<ExistingLogin | null, { isNeeded: boolean }>(async ({ input, signal }) => {
        if (!input.isNeeded) return null;
        // No screen waits for this answer.
        await nextPaint(signal);
        return (await late()).lookUpLogin(client, signal);
      }),
      lookUpIp: fromPromise(async ({ signal }) => {
        if (config.ipUrl === '') return '';
        await nextPaint(signal);
        return (await late()).fetchPublicIp(config.ipUrl, { signal });
      }),
      load: unlessDone(
        fromPromise<void, { flow: LazyFlow }>(async ({ input: { flow } }) => {
          const [chunk] = await Promise.all([
            late().then(({ loadFlow }) => loadFlow(flow)),
            completeTexts(portal()),
          ]);
          loadedFlows.set(flow, chunk);
        }),
        ({ flow }) => loadedFlows.has(flow) && hasAllTexts(portal()),
      ),
    },
  });
}
