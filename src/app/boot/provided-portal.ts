import { fromPromise, sendTo } from 'xstate';
import { idEntryMachine } from '#machines/id-entry/id-entry.machine.ts';
import { offlineMachine } from '#machines/offline/offline.machine.ts';
import { passwordMachine } from '#machines/password/password.machine.ts';
import type { LazyFlow } from '#machines/portal/flows.ts';
import { portalMachine } from '#machines/portal/portal.machine.ts';
import type { PortalRef } from '#machines/portal/portal.selectors.ts';
import { redirectMachine } from '#machines/redirect/redirect.machine.ts';
import { serviceInfoMachine } from '#machines/service-info/service-info.machine.ts';
import type { Client } from '#src/api/client.ts';
import { fetchPublicIp } from '#src/api/public-ip.ts';
import { painted } from '#src/app/after-paint.ts';
import type { Drafts } from '#src/app/drafts.ts';
import type { FlowEffects } from '#src/app/flow-chunk.ts';
import { flowViews } from '#src/app/flow-views.ts';
import { providedHistory } from '#src/app/history/provided-history.ts';
import { completeTexts, providedLanguage } from '#src/app/language/provided-language.ts';
import type { TextLoaders } from '#src/app/language/texts.ts';
import { loadFlow } from '#src/app/lazy-flows.ts';
import { purposeOf } from '#src/app/purpose.ts';
import { fetchForgettingPort } from '#src/ports/forgetting.ts';
import { idEntryPorts } from '#src/ports/id-entry.ts';
import type { KnownRequest } from '#src/ports/known-request.ts';
import { lookUpLoginPort } from '#src/ports/look-up-login.ts';
import { offlinePorts } from '#src/ports/offline.ts';
import { passwordPorts } from '#src/ports/password.ts';
import { checkPolicyPort } from '#src/ports/policy.ts';
import { redirectPorts } from '#src/ports/redirect.ts';
import { serviceInfoPorts } from '#src/ports/service-info.ts';
import { tabsPort } from '#src/ports/tabs.ts';
import type { RuntimeConfig } from '#wire/runtime-config.ts';

/** What the real ports are made of. */
export type PortalEffects = {
  readonly page: Window & typeof globalThis;
  readonly client: Client;
  readonly config: RuntimeConfig;
  readonly texts: TextLoaders;
  readonly drafts: Drafts;
  /** What is known of the request before it is asked for. */
  readonly request: KnownRequest;
  /** The portal that runs; asked for when it does. */
  readonly portal: () => PortalRef;
};

/** The portal machine with everything that reaches outside of it. */
export function providedPortal({ page, client, config, texts, drafts, request, portal }: PortalEffects) {
  const values = () => portal().getSnapshot().context;
  const effects: FlowEffects = {
    page,
    client,
    purpose: (what) => purposeOf(values(), what),
    ip: () => values().session.flow.ip,
    now: Date.now,
    keepPending: (pending) => portal().send({ type: 'pending.noted', pending }),
  };
  const provided = portalMachine.provide({
    actors: {
      redirect: redirectMachine.provide({
        actors: redirectPorts(client, Date.now, drafts.hasStayed, request),
      }),
      'id-entry': idEntryMachine.provide({ actors: idEntryPorts(client, page) }),
      password: passwordMachine.provide({ actors: passwordPorts(effects) }),
      history: providedHistory(page, portal),
      language: providedLanguage(texts, portal),
      offline: offlineMachine.provide({ actors: offlinePorts(page) }),
      'service-info': serviceInfoMachine.provide({
        actors: serviceInfoPorts(client, painted),
        actions: {
          tellClient: sendTo(portal, (_, { clientId, config: known }) =>
            known ? { type: 'client.learned', clientId, config: known } : { type: 'client.missed' },
          ),
        },
      }),
      tabs: tabsPort(page),
      checkPolicy: checkPolicyPort(client),
      fetchForgetting: fetchForgettingPort(client),
      lookUpLogin: lookUpLoginPort(client, painted),
      lookUpIp: fromPromise(async ({ signal }) => {
        await painted(signal);
        return fetchPublicIp(config.ipUrl, { signal });
      }),
      load: fromPromise<void, { flow: LazyFlow }>(async ({ input: { flow } }) => {
        const [{ assemble }] = await Promise.all([loadFlow(flow), completeTexts(portal())]);
        const { machine, View } = assemble(effects);
        Object.assign(provided.implementations.actors, { [flow]: machine });
        flowViews.set(flow, View);
      }),
    },
  });
  return provided;
}
