import type { AnyMachineSnapshot } from 'xstate';
import { DONE_PREFIX, ERROR_PREFIX } from '#cases/cases.ts';
import { addressOf, titleKeyOf } from '#machines/portal/portal.selectors.ts';
import { nodesOf } from '#tests/support/model/snapshots.ts';
import {
  type Graph,
  type JourneyModel,
  type JourneyState,
  type PathEvent,
  pathText,
  stateAfter,
  type Vertex,
} from './graph.ts';
import type { Law } from './law.ts';
import { routeRequest } from './machines-and-cases.ts';
import { noSecretStays } from './secrets.ts';

/** The IDs of the calls and flows that the active states have invoked. */
const invokedIdsOf = (snapshot: AnyMachineSnapshot): readonly string[] =>
  nodesOf(snapshot).flatMap(({ invoke }) => invoke.map(({ id }) => id));

/** Whether a port sends a code, push or link to a person: the names of these ports begin with "send". */
export const isSendPort = (port: string): boolean => /^send[A-Z]/.test(port);

const atMostOneSend: Law = {
  name: 'at most one code is being sent',
  problems: ({ flow }) => {
    const sends = flow ? invokedIdsOf(flow.snapshot).filter(isSendPort) : [];
    return sends.length > 1 ? [`${sends.join(' and ')} at once`] : [];
  },
};

/** The context of the portal as text, without the language. */
const contextWithoutLocale = ({ locale: _, ...others }: JourneyState['portal']['context']): string =>
  JSON.stringify(others);

const languageChangesNoState: Law = {
  name: 'a language change does not change the state',
  isPortalOnly: true,
  problems: (state, model) =>
    (['ko', 'en'] as const).flatMap((locale) => {
      const next = stateAfter(model, state, {
        to: model.portal.id,
        event: { type: 'language.chosen', locale },
      });
      const hasOtherValue = JSON.stringify(next.portal.value) !== JSON.stringify(state.portal.value);
      const hasOtherContext =
        contextWithoutLocale(next.portal.context) !== contextWithoutLocale(state.portal.context);
      return [
        ...(hasOtherValue
          ? [`${JSON.stringify(state.portal.value)} becomes ${JSON.stringify(next.portal.value)}`]
          : []),
        ...(next.flow?.snapshot === state.flow?.snapshot ? [] : ['the flow begins anew']),
        ...(hasOtherContext ? ['more changes than the language'] : []),
      ];
    }),
};

/** The names of the context values that contain a failure. */
const failuresIn = ({ context }: AnyMachineSnapshot): readonly string[] =>
  Object.entries(context)
    .filter(([name, value]) => /failure|problem/i.test(name) && value !== null)
    .map(([name]) => name);

const isBusy = (snapshot: AnyMachineSnapshot): boolean =>
  invokedIdsOf(snapshot).length > 0 || snapshot.hasTag('busy');

/** The event types that the active states accept, except the types of XState: answers, timers and failures. */
const acceptedEventsIn = (snapshot: AnyMachineSnapshot): readonly string[] =>
  nodesOf(snapshot)
    .flatMap(({ transitions }) => [...transitions.keys()])
    .filter((type) => !type.startsWith('xstate.'));

const failureOffersNextStep: Law = {
  name: 'every failure offers a next step',
  problems: (state) => {
    const { flow, portal } = state;
    if (!flow)
      return portal.hasTag('unloaded') && !acceptedEventsIn(portal).includes('load.retry')
        ? ['no retry']
        : [];
    const failures = failuresIn(flow.snapshot);
    const isStuck =
      failures.length > 0 && !isBusy(flow.snapshot) && acceptedEventsIn(flow.snapshot).length === 0;
    return isStuck ? [`${flow.name} shows ${failures.join(', ')} and offers nothing`] : [];
  },
};

/** The maximum number of calls that a flow makes when a person leaves it, such as the withdrawal of a push. */
const MAX_FINAL_CALLS = 3;

/**
 * The state after a person has left a flow and every call that the flow then makes has failed. A flow inside the flow ends
 * with the reason `left` instead of failing.
 */
function afterLeaving(
  state: JourneyState,
  model: JourneyModel,
  remainingCalls = MAX_FINAL_CALLS,
): JourneyState {
  const { flow } = state;
  const [invokedId] = flow ? invokedIdsOf(flow.snapshot) : [];
  if (!flow || !invokedId || remainingCalls === 0 || state.portal.matches('id-entry')) return state;
  const event = Object.hasOwn(model.flowCases, invokedId)
    ? { type: `${DONE_PREFIX}${invokedId}`, output: { reason: 'left' }, actorId: invokedId }
    : { type: `${ERROR_PREFIX}${invokedId}`, error: 'broken', actorId: invokedId };
  return afterLeaving(stateAfter(model, state, { to: flow.name, event }), model, remainingCalls - 1);
}

/** Whether the browser loads the start page from the server, because the session of this document has ended. */
const isReloading = (portal: JourneyState['portal']): boolean =>
  portal.matches('return-to-service') && portal.context.returnTarget.to === '/';

const startIsReachable: Law = {
  name: 'the start page is one step away',
  isPortalOnly: true,
  problems: (state, model) => {
    const afterRequest = stateAfter(model, state, { to: model.portal.id, event: routeRequest('/') });
    const { portal } = afterLeaving(afterRequest, model);
    const isReached = portal.matches('id-entry') || portal.matches('signed-in') || isReloading(portal);
    // A person who leaves the second step at the moment of its proof is signed in.
    const isSignedIn = state.portal.matches('second-factor') && portal.matches('return-to-service');
    return isReached || isSignedIn ? [] : [`"/" leads to ${JSON.stringify(portal.value)}`];
  },
};

/** Every screen has a title in both languages. */
export const everyScreenHasTitle = (
  catalogues: Readonly<Record<string, Readonly<Record<string, ArrayLike<unknown>>>>>,
): Law => ({
  name: 'every screen has a title in both languages',
  problems: ({ portal }) => {
    const title = titleKeyOf(portal);
    return Object.entries(catalogues)
      .filter(([, texts]) => (texts[title] ?? '').length === 0)
      .map(
        ([language]) =>
          `${title} of ${addressOf(portal) ?? JSON.stringify(portal.value)} is missing in "${language}"`,
      );
  },
});

/** The laws that are checked in a single state. */
export const LAWS: readonly Law[] = [
  atMostOneSend,
  languageChangesNoState,
  noSecretStays,
  failureOffersNextStep,
  startIsReachable,
];

const counterExample = (law: string, problem: string, path: readonly PathEvent[]): string =>
  `${law}: ${problem}\n  ${pathText(path)}`;

/** Descriptions of the violations of a law in the reachable states, each with a path to the state. */
export const violations = (law: Law, graph: Graph, model: JourneyModel): readonly string[] =>
  [...graph.values()]
    .filter(({ isFirstOfPortal }) => isFirstOfPortal || !law.isPortalOnly)
    .flatMap(({ state, path }) =>
      law.problems(state, model).map((problem) => counterExample(law.name, problem, path)),
    );

/** Whether the person is at the start page, returns to the service, or the parent page has received the result. */
const isExit = ({ portal, flow }: JourneyState): boolean =>
  (portal.matches('id-entry') && flow?.snapshot.status === 'active') ||
  flow?.name === 'return-to-service' ||
  (flow?.name === 'authenticated' && flow.snapshot.matches('posted'));

/** Whether the event belongs to the screen: it is not an entered address, a refusal of the page, or a failure of a flow. */
const isOffered = ({ event: { type } }: PathEvent, flows: ReadonlySet<string>): boolean =>
  type !== 'route.requested' &&
  type !== 'page.refused' &&
  type !== 'challenge.failed' &&
  !flows.has(type.replace(ERROR_PREFIX, ''));

/** Descriptions of the states from which no event leads to the start page or to the service. */
export function deadEnds(graph: Graph, { flowCases }: JourneyModel): readonly string[] {
  const flows = new Set(Object.keys(flowCases));
  const predecessors = new Map<string, string[]>();
  for (const { key, edges } of graph.values()) {
    for (const { pathEvent, targetKey } of edges) {
      if (isOffered(pathEvent, flows))
        predecessors.set(targetKey, [...(predecessors.get(targetKey) ?? []), key]);
    }
  }
  const keysWithExit = new Set<string>();
  const queue = [...graph.values()].filter(({ state }) => isExit(state)).map(({ key }) => key);
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    if (keysWithExit.has(key)) continue;
    keysWithExit.add(key);
    queue.push(...(predecessors.get(key) ?? []));
  }
  return [...graph.values()]
    .filter(({ key }) => !keysWithExit.has(key))
    .map(({ path, state }) => counterExample('no dead end', JSON.stringify(stateValuesOf(state)), path));
}

/** The state values of portal and flow. */
export const stateValuesOf = ({ portal, flow }: JourneyState): readonly unknown[] => [
  portal.value,
  flow && { [flow.name]: flow.snapshot.value },
];

/** For each pair of state values of portal and flow, the vertex with the shortest path. */
export const shortestPaths = (graph: Graph): readonly Vertex[] => {
  const byValues = new Map<string, Vertex>();
  for (const vertex of graph.values()) {
    const values = JSON.stringify(stateValuesOf(vertex.state));
    if (!byValues.has(values)) byValues.set(values, vertex);
  }
  return [...byValues.values()];
};
