import type { AnyMachineSnapshot, AnyStateNode } from 'xstate';
import { DONE_PREFIX, ERROR_PREFIX } from '#cases/cases.ts';
import { addressOf, titleOf } from '#machines/portal/portal.selectors.ts';
import {
  after,
  type Graph,
  type JourneyModel,
  type PathEvent,
  pathText,
  type Vertex,
  type World,
} from './graph.ts';
import type { Law } from './law.ts';
import { secretsGo } from './secrets.ts';
import { askFor } from './world.ts';

const nodesOf = (snapshot: AnyMachineSnapshot): readonly AnyStateNode[] => snapshot._nodes;

/** The calls that the active states have asked for. */
const invokesOf = (snapshot: AnyMachineSnapshot): readonly string[] =>
  nodesOf(snapshot).flatMap(({ invoke }) => invoke.map(({ id }) => id));

/** A port that sends a person something begins with this word. */
const isSend = (port: string): boolean => /^send[A-Z]/.test(port);

const oneSend: Law = {
  name: 'at most one code is being sent',
  problems: ({ flow }) => {
    const sends = flow ? invokesOf(flow.snapshot).filter(isSend) : [];
    return sends.length > 1 ? [`${sends.join(' and ')} at once`] : [];
  },
};

const without = ({ locale: _, ...others }: World['portal']['context']): string => JSON.stringify(others);

const languageMovesNothing: Law = {
  name: 'a language change moves no state',
  isOfPortal: true,
  problems: (world, model) =>
    (['ko', 'en'] as const).flatMap((locale) => {
      const then = after(model, world, { to: model.portal.id, event: { type: 'language.chosen', locale } });
      const isMoved = JSON.stringify(then.portal.value) !== JSON.stringify(world.portal.value);
      const isChanged = without(then.portal.context) !== without(world.portal.context);
      return [
        ...(isMoved
          ? [`${JSON.stringify(world.portal.value)} becomes ${JSON.stringify(then.portal.value)}`]
          : []),
        ...(then.flow?.snapshot === world.flow?.snapshot ? [] : ['the flow begins anew']),
        ...(isChanged ? ['more changes than the language'] : []),
      ];
    }),
};

/** The failures that a person sees: values of a context with such a name. */
const failuresIn = ({ context }: AnyMachineSnapshot): readonly string[] =>
  Object.entries(context)
    .filter(([name, value]) => /failure|problem/i.test(name) && value !== null)
    .map(([name]) => name);

const isBusy = (snapshot: AnyMachineSnapshot): boolean =>
  invokesOf(snapshot).length > 0 || snapshot.hasTag('busy');

/** The events of a person in a state, which no answer, timer or failure sends. */
const wishesIn = (snapshot: AnyMachineSnapshot): readonly string[] =>
  nodesOf(snapshot)
    .flatMap(({ transitions }) => [...transitions.keys()])
    .filter((type) => !type.startsWith('xstate.'));

const failureNamesNext: Law = {
  name: 'every failure names a next step',
  problems: (world) => {
    const { flow, portal } = world;
    if (!flow)
      return portal.hasTag('unloaded') && !wishesIn(portal).includes('load.retry') ? ['no retry'] : [];
    const failures = failuresIn(flow.snapshot);
    const isStuck = failures.length > 0 && !isBusy(flow.snapshot) && wishesIn(flow.snapshot).length === 0;
    return isStuck ? [`${flow.name} tells ${failures.join(', ')} and offers nothing`] : [];
  },
};

/** How many calls a flow may make on leaving, such as one that withdraws what it has asked for. */
const LAST_CALLS = 3;

/**
 * What follows when every call that a flow makes on leaving comes to nothing. A flow inside the flow is no call: it
 * leaves, as this law says of it where it stands alone.
 */
function left(world: World, model: JourneyModel, calls = LAST_CALLS): World {
  const { flow } = world;
  const [port] = flow ? invokesOf(flow.snapshot) : [];
  if (!flow || !port || calls === 0 || world.portal.matches('id-entry')) return world;
  const event = Object.hasOwn(model.flowCases, port)
    ? { type: `${DONE_PREFIX}${port}`, output: { reason: 'left' }, actorId: port }
    : { type: `${ERROR_PREFIX}${port}`, error: 'broken', actorId: port };
  return left(after(model, world, { to: flow.name, event }), model, calls - 1);
}

/** The start in a new document, where the server no longer knows this one. */
const isLoadedAnew = (portal: World['portal']): boolean =>
  portal.matches('return-to-service') && portal.context.returnTarget.to === '/';

const homeIsNear: Law = {
  name: 'the start is one step away',
  isOfPortal: true,
  problems: (world, model) => {
    const asked = after(model, world, { to: model.portal.id, event: askFor('/') });
    const { portal } = left(asked, model);
    const isReached = portal.matches('id-entry') || portal.matches('signed-in') || isLoadedAnew(portal);
    // Who leaves the second step at the moment in which it is proved is signed in.
    const isSignedIn = world.portal.matches('second-factor') && portal.matches('return-to-service');
    return isReached || isSignedIn ? [] : [`"/" leads to ${JSON.stringify(portal.value)}`];
  },
};

/** Every screen has a title, and it is there in both languages. */
export const everyScreenHasTitle = (
  catalogues: Readonly<Record<string, Readonly<Record<string, ArrayLike<unknown>>>>>,
): Law => ({
  name: 'every screen has a title in both languages',
  problems: ({ portal }) => {
    const title = titleOf(portal);
    return Object.entries(catalogues)
      .filter(([, texts]) => (texts[title] ?? '').length === 0)
      .map(
        ([language]) =>
          `${title} of ${addressOf(portal) ?? JSON.stringify(portal.value)} is not there in "${language}"`,
      );
  },
});

/** Laws that hold at each moment, whatever may follow. */
export const LAWS: readonly Law[] = [oneSend, languageMovesNothing, secretsGo, failureNamesNext, homeIsNear];

const counterExample = (law: string, problem: string, path: readonly PathEvent[]): string =>
  `${law}: ${problem}\n  ${pathText(path)}`;

/** Violations of a law in the reachable moments, each with a path to it. */
export const violations = (law: Law, graph: Graph, model: JourneyModel): readonly string[] =>
  [...graph.values()]
    .filter(({ isFirstOfPortal }) => isFirstOfPortal || !law.isOfPortal)
    .flatMap(({ world, path }) =>
      law.problems(world, model).map((problem) => counterExample(law.name, problem, path)),
    );

/** Where a person is at the start again, has left to the service, or the app around the page goes on. */
const isExit = ({ portal, flow }: World): boolean =>
  (portal.matches('id-entry') && flow?.snapshot.status === 'active') ||
  flow?.name === 'return-to-service' ||
  (flow?.name === 'authenticated' && flow.snapshot.matches('posted'));

/** What the address bar does is no way that a screen offers, and a flow that breaks is none at all. */
const isOffered = ({ event: { type } }: PathEvent, flows: ReadonlySet<string>): boolean =>
  type !== 'route.requested' &&
  type !== 'page.refused' &&
  type !== 'seal.broken' &&
  !flows.has(type.replace('xstate.error.actor.', ''));

/** Moments from which no wish, answer or timer leads back, to the start or to the service. */
export function deadEnds(graph: Graph, { flowCases }: JourneyModel): readonly string[] {
  const flows = new Set(Object.keys(flowCases));
  const before = new Map<string, string[]>();
  for (const { key, edges } of graph.values()) {
    for (const { pathEvent, target } of edges) {
      if (isOffered(pathEvent, flows)) before.set(target, [...(before.get(target) ?? []), key]);
    }
  }
  const alive = new Set<string>();
  const queue = [...graph.values()].filter(({ world }) => isExit(world)).map(({ key }) => key);
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    if (alive.has(key)) continue;
    alive.add(key);
    queue.push(...(before.get(key) ?? []));
  }
  return [...graph.values()]
    .filter(({ key }) => !alive.has(key))
    .map(({ path, world }) => counterExample('no dead end', JSON.stringify(valuesOf(world)), path));
}

/** Where portal and flow are. */
export const valuesOf = ({ portal, flow }: World): readonly unknown[] => [
  portal.value,
  flow && { [flow.name]: flow.snapshot.value },
];

/** One moment for each place where portal and flow can be: that with the shortest way. */
export const shortestPaths = (graph: Graph): readonly Vertex[] => {
  const byPlace = new Map<string, Vertex>();
  for (const vertex of graph.values()) {
    const place = JSON.stringify(valuesOf(vertex.world));
    if (!byPlace.has(place)) byPlace.set(place, vertex);
  }
  return [...byPlace.values()];
};
