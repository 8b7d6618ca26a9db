import type { AnyMachineSnapshot, AnyStateNode } from 'xstate';
import { DONE_PREFIX, ERROR_PREFIX } from '#cases/cases.ts';
import { addressOf, titleKeyOf } from '#machines/portal/portal.selectors.ts';
import {
  after,
  type Graph,
  type JourneyModel,
  type JourneyState,
  type PathEvent,
  pathText,
  type Vertex,
} from './graph.ts';
import type { Law } from './law.ts';
import { routeRequest } from './machines-and-cases.ts';
import { noSecretStays } from './secrets.ts';

const nodesOf = (snapshot: AnyMachineSnapshot): readonly AnyStateNode[] => snapshot._nodes;

/** The calls that the active states have invoked. */
const invokesOf = (snapshot: AnyMachineSnapshot): readonly string[] =>
  nodesOf(snapshot).flatMap(({ invoke }) => invoke.map(({ id }) => id));

/** Whether a port sends something to a person: the name of such a port begins with "send". */
const isSend = (port: string): boolean => /^send[A-Z]/.test(port);

const oneSend: Law = {
  name: 'at most one code is being sent',
  problems: ({ flow }) => {
    const sends = flow ? invokesOf(flow.snapshot).filter(isSend) : [];
    return sends.length > 1 ? [`${sends.join(' and ')} at once`] : [];
  },
};

const withoutLocale = ({ locale: _, ...others }: JourneyState['portal']['context']): string =>
  JSON.stringify(others);

const languageMovesNothing: Law = {
  name: 'a language change moves no state',
  isPortalOnly: true,
  problems: (state, model) =>
    (['ko', 'en'] as const).flatMap((locale) => {
      const next = after(model, state, { to: model.portal.id, event: { type: 'language.chosen', locale } });
      const isMoved = JSON.stringify(next.portal.value) !== JSON.stringify(state.portal.value);
      const isPasswordChanged = withoutLocale(next.portal.context) !== withoutLocale(state.portal.context);
      return [
        ...(isMoved
          ? [`${JSON.stringify(state.portal.value)} becomes ${JSON.stringify(next.portal.value)}`]
          : []),
        ...(next.flow?.snapshot === state.flow?.snapshot ? [] : ['the flow begins anew']),
        ...(isPasswordChanged ? ['more changes than the language'] : []),
      ];
    }),
};

/** The names of context values that hold a failure for the person. */
const failuresIn = ({ context }: AnyMachineSnapshot): readonly string[] =>
  Object.entries(context)
    .filter(([name, value]) => /failure|problem/i.test(name) && value !== null)
    .map(([name]) => name);

const isBusy = (snapshot: AnyMachineSnapshot): boolean =>
  invokesOf(snapshot).length > 0 || snapshot.hasTag('busy');

/** The event types that a person can send in a state: all but those of answers, timers and failures. */
const personEventsIn = (snapshot: AnyMachineSnapshot): readonly string[] =>
  nodesOf(snapshot)
    .flatMap(({ transitions }) => [...transitions.keys()])
    .filter((type) => !type.startsWith('xstate.'));

const failureOffersNextStep: Law = {
  name: 'every failure offers a next step',
  problems: (state) => {
    const { flow, portal } = state;
    if (!flow)
      return portal.hasTag('unloaded') && !personEventsIn(portal).includes('load.retry') ? ['no retry'] : [];
    const failures = failuresIn(flow.snapshot);
    const isStuck =
      failures.length > 0 && !isBusy(flow.snapshot) && personEventsIn(flow.snapshot).length === 0;
    return isStuck ? [`${flow.name} shows ${failures.join(', ')} and offers nothing`] : [];
  },
};

/** How many calls a flow may make on leaving, such as the withdrawal of a push. */
const MAX_LAST_CALLS = 3;

/**
 * The state when every call that a flow makes on leaving has failed. A flow inside the flow is no call: it ends with
 * `left`, since this law is checked for it separately.
 */
function afterLeaving(state: JourneyState, model: JourneyModel, calls = MAX_LAST_CALLS): JourneyState {
  const { flow } = state;
  const [port] = flow ? invokesOf(flow.snapshot) : [];
  if (!flow || !port || calls === 0 || state.portal.matches('id-entry')) return state;
  const event = Object.hasOwn(model.flowCases, port)
    ? { type: `${DONE_PREFIX}${port}`, output: { reason: 'left' }, actorId: port }
    : { type: `${ERROR_PREFIX}${port}`, error: 'broken', actorId: port };
  return afterLeaving(after(model, state, { to: flow.name, event }), model, calls - 1);
}

/** Whether the start is loaded in a new document, because the server no longer knows this one. */
const isLoadedAnew = (portal: JourneyState['portal']): boolean =>
  portal.matches('return-to-service') && portal.context.returnTarget.to === '/';

const startIsNear: Law = {
  name: 'the start is one step away',
  isPortalOnly: true,
  problems: (state, model) => {
    const requested = after(model, state, { to: model.portal.id, event: routeRequest('/') });
    const { portal } = afterLeaving(requested, model);
    const isReached = portal.matches('id-entry') || portal.matches('signed-in') || isLoadedAnew(portal);
    // A person who leaves the second step just when it is proved is signed in.
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

/** Laws that a single state can be checked against. */
export const LAWS: readonly Law[] = [
  oneSend,
  languageMovesNothing,
  noSecretStays,
  failureOffersNextStep,
  startIsNear,
];

const counterExample = (law: string, problem: string, path: readonly PathEvent[]): string =>
  `${law}: ${problem}\n  ${pathText(path)}`;

/** Violations of a law in the reachable states, each with a path to it. */
export const violations = (law: Law, graph: Graph, model: JourneyModel): readonly string[] =>
  [...graph.values()]
    .filter(({ isFirstOfPortal }) => isFirstOfPortal || !law.isPortalOnly)
    .flatMap(({ state, path }) =>
      law.problems(state, model).map((problem) => counterExample(law.name, problem, path)),
    );

/** Whether the person is at the start again, returns to the service, or the parent page has received the result. */
const isExit = ({ portal, flow }: JourneyState): boolean =>
  (portal.matches('id-entry') && flow?.snapshot.status === 'active') ||
  flow?.name === 'return-to-service' ||
  (flow?.name === 'authenticated' && flow.snapshot.matches('posted'));

/** Whether a screen offers the event: not one of the address bar, a refusal of the server or a broken flow. */
const isOffered = ({ event: { type } }: PathEvent, flows: ReadonlySet<string>): boolean =>
  type !== 'route.requested' &&
  type !== 'page.refused' &&
  type !== 'challenge.failed' &&
  !flows.has(type.replace('xstate.error.actor.', ''));

/** States from which no event of a person, answer or timer leads to the start or to the service. */
export function deadEnds(graph: Graph, { flowCases }: JourneyModel): readonly string[] {
  const flows = new Set(Object.keys(flowCases));
  const predecessors = new Map<string, string[]>();
  for (const { key, edges } of graph.values()) {
    for (const { pathEvent, target } of edges) {
      if (isOffered(pathEvent, flows)) predecessors.set(target, [...(predecessors.get(target) ?? []), key]);
    }
  }
  const withExit = new Set<string>();
  const queue = [...graph.values()].filter(({ state }) => isExit(state)).map(({ key }) => key);
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    if (withExit.has(key)) continue;
    withExit.add(key);
    queue.push(...(predecessors.get(key) ?? []));
  }
  return [...graph.values()]
    .filter(({ key }) => !withExit.has(key))
    .map(({ path, state }) => counterExample('no dead end', JSON.stringify(valuesOf(state)), path));
}

/** The state values of portal and flow. */
export const valuesOf = ({ portal, flow }: JourneyState): readonly unknown[] => [
  portal.value,
  flow && { [flow.name]: flow.snapshot.value },
];

/** For each pair of state values of portal and flow, the vertex with the shortest path. */
export const shortestPaths = (graph: Graph): readonly Vertex[] => {
  const byValues = new Map<string, Vertex>();
  for (const vertex of graph.values()) {
    const values = JSON.stringify(valuesOf(vertex.state));
    if (!byValues.has(values)) byValues.set(values, vertex);
  }
  return [...byValues.values()];
};
