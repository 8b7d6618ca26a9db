import { createHash } from 'node:crypto';
import type { AnyActorRef, AnyMachineSnapshot, AnyStateNode } from 'xstate';
import { activeStatesAt, PathTree, type PathTreeData } from '#atlas/screens/path-tree.ts';
import {
  activeStatesOf,
  FlowNotRunningError,
  flowAt,
  sendPathEvent,
  startRoot,
  withSilentPorts,
} from '#atlas/screens/replay.ts';
import type { AtlasState, PathEvent, Refusals, Variant } from '#atlas/screens/types.ts';
import { DONE_PREFIX, nextEvents } from '#cases/cases.ts';
import { PORTAL_INPUT } from '#cases/portal-cases.ts';
import { ERROR_CATALOGUE } from '#i18n/error-catalogue.ts';
import { BACKGROUND_FLOWS } from '#machines/portal/flows.ts';
import type { PortalInput } from '#machines/portal/portal.types.ts';
import { type EventPath, explore, exploreWithoutPasskeys } from './explore.ts';
import { comparisonKey, noExploredFlows, step } from './flow-run.ts';
import type { MachinesAndCases } from './load-machines.ts';
import { refusedWith } from './refusal.ts';
import { visibleValues } from './visible-values.ts';

const ERROR_CODES = Object.keys(ERROR_CATALOGUE);

/** Names of the machines that run on every screen. */
const BACKGROUND_MACHINES = Object.keys(BACKGROUND_FLOWS);

const nodesOf = (snapshot: AnyMachineSnapshot): readonly AnyStateNode[] => snapshot._nodes;

const isIn = (snapshot: AnyMachineSnapshot, id: string): boolean =>
  nodesOf(snapshot).some((node) => node.id === id);

/** A path to a state, and the values at its end as `name: value`. */
type PathValues = { readonly path: EventPath; readonly values: readonly string[] };

/**
 * The paths that are needed to show every value that a state can have.
 * @param paths paths to the state, the shortest first
 * @param isReached whether the state is active after a replay of a path
 */
function pathsShowingAllValues(
  paths: readonly EventPath[],
  isReached: (path: EventPath) => boolean,
): readonly PathValues[] {
  const seenValues = new Set<string>();
  const variants: PathValues[] = [];
  for (const path of paths) {
    const { value: stateValue, machine } = path.end;
    const values = [
      ...visibleValues(path.end),
      ...(typeof stateValue === 'string' ? [] : [`state: ${JSON.stringify({ [machine.id]: stateValue })}`]),
    ];
    if (variants.length > 0 && values.every((value) => seenValues.has(value))) continue;
    if (!isReached(path)) continue;
    for (const value of values) seenValues.add(value);
    variants.push({ path, values });
  }
  return variants;
}

/** The values of a variant, without the values that all variants of the state have. */
function distinguishingValues(variants: readonly PathValues[], { values }: PathValues): readonly string[] {
  const isShared = (value: string) => variants.every((variant) => variant.values.includes(value));
  return values.filter((value) => !isShared(value));
}

/** The ID of a variant: it depends on what the screen shows, and not on the path. */
const variantIdOf = (path: EventPath): string =>
  createHash('sha256')
    .update(comparisonKey([path.end.machine.id, path.end.value, path.end.context]))
    .digest('hex')
    .slice(0, 8);

/**
 * Records a path in the tree; returns the index of its last moment, or null if a child flow ends before the last
 * event.
 */
function recordPath(pathTree: PathTree, pathEvents: readonly PathEvent[]): number | null {
  try {
    return pathTree.record(pathEvents);
  } catch (error) {
    if (error instanceof FlowNotRunningError) return null;
    throw error;
  }
}

/** The refusals by the server after which the flow enters a state, one entry for each port. */
function refusalsOf(id: string, paths: readonly EventPath[], pathTree: PathTree): readonly Refusals[] {
  const byPort = new Map<string, Refusals>();
  for (const { pathEvents, before } of paths) {
    const last = pathEvents.at(-1);
    if (!last?.event.type.startsWith(DONE_PREFIX) || !before || isIn(before, id)) continue;
    const port = last.event.type.slice(DONE_PREFIX.length);
    if (byPort.has(port)) continue;
    const codes = ERROR_CODES.filter((code) => {
      const event = refusedWith(last.event, code);
      return event && isIn(step(before, event), id);
    });
    if (codes.length === 0) continue;
    const moment = recordPath(pathTree, pathEvents.slice(0, -1));
    if (moment === null) continue;
    byPort.set(port, { port, moment, pathEvent: pathTree.indexOf(last), codes });
  }
  return [...byPort.values()];
}

const shortestFirst = (paths: readonly EventPath[]): readonly EventPath[] =>
  paths.toSorted((a, b) => a.pathEvents.length - b.pathEvents.length);

/** The screens of every state, and the tree of the paths to them. */
export type Screens = {
  readonly states: Readonly<Record<string, AtlasState>>;
  readonly pathTree: PathTreeData;
};

/**
 * Finds a path to every variant of every state. All paths are replayed with the production machines, so the tree
 * contains only possible paths.
 */
export function findScreens(loaded: MachinesAndCases, input: PortalInput = PORTAL_INPUT): Screens {
  const explored = noExploredFlows();
  const pathsWithPasskeys = explore(loaded, input, explored);
  const paths = [
    ...shortestFirst(pathsWithPasskeys),
    ...(['missing', 'insecure'] as const).flatMap((support) =>
      shortestFirst(exploreWithoutPasskeys(loaded, input, support, pathsWithPasskeys, explored)),
    ),
  ];
  const portal = withSilentPorts(loaded.portal);
  const pathTree = new PathTree((pathEvents: readonly PathEvent[]) => {
    const actor = startRoot(portal, input, pathEvents);
    const activeStates = [activeStatesOf(actor, BACKGROUND_MACHINES)];
    for (const pathEvent of pathEvents) {
      sendPathEvent(actor, pathEvent);
      activeStates.push(activeStatesOf(actor, BACKGROUND_MACHINES));
    }
    actor.stop();
    return activeStates;
  });
  /** Copies of a path in which a child flow receives an answer before the last event; one copy for each answer. */
  const withChildAnswers = (path: EventPath): readonly EventPath[] => {
    const before = path.pathEvents.slice(0, -1);
    const last = path.pathEvents.at(-1);
    const actor = startRoot(portal, input, before);
    for (const pathEvent of before) sendPathEvent(actor, pathEvent);
    const flow = flowAt(actor, last?.to ?? '')?.getSnapshot() as AnyMachineSnapshot | undefined;
    const paths = Object.entries(flow?.children ?? {}).flatMap(([name, ref]) => {
      const child = (ref as AnyActorRef | undefined)?.getSnapshot() as AnyMachineSnapshot | undefined;
      const cases = loaded.cases[name];
      if (!last || !cases || !child || !('_nodes' in child)) return [];
      const answers = nextEvents(cases, child).filter(({ type }) => type.startsWith(DONE_PREFIX));
      return answers.map((event) => ({
        ...path,
        pathEvents: [...before, { to: `${last.to}/${name}`, event }, last],
      }));
    });
    actor.stop();
    return paths;
  };
  const byState = Map.groupBy(
    paths.flatMap((path) =>
      nodesOf(path.end).map(({ id, type }) => ({ id, path, isLeaf: type === 'atomic' })),
    ),
    ({ id }) => id,
  );
  const states = [...byState].map(([id, found]): readonly [string, AtlasState] => {
    const statePaths = found.map(({ path }) => path);
    const isReached = (path: EventPath) => {
      const moment = recordPath(pathTree, path.pathEvents);
      return moment !== null && activeStatesAt(pathTree, moment).includes(id);
    };
    const candidates = found[0]?.isLeaf ? statePaths : shortestPerStateValue(statePaths);
    const reachedPaths = pathsShowingAllValues(candidates, isReached);
    // The last event of some paths is only possible after a child flow has received an answer.
    const pathValues =
      reachedPaths.length > 0
        ? reachedPaths
        : pathsShowingAllValues(candidates.flatMap(withChildAnswers), isReached);
    const variants = pathValues.map(
      (variant): Variant => ({
        id: variantIdOf(variant.path),
        moment: pathTree.record(variant.path.pathEvents),
        values: distinguishingValues(pathValues, variant),
      }),
    );
    return [id, { variants, refusals: found[0]?.isLeaf ? refusalsOf(id, statePaths, pathTree) : [] }];
  });
  return { states: { ...childFlowStates(pathTree), ...Object.fromEntries(states) }, pathTree };
}

/**
 * One variant for each state in the tree, at the first moment of the state. It is used for the states of child flows,
 * to which {@link findScreens} finds no other path.
 */
function childFlowStates(pathTree: PathTreeData): Readonly<Record<string, AtlasState>> {
  const firstMoments = new Map<string, number>();
  for (const [moment] of pathTree.moments.entries()) {
    for (const id of activeStatesAt(pathTree, moment)) {
      if (!firstMoments.has(id)) firstMoments.set(id, moment);
    }
  }
  const stateAt = (moment: number): AtlasState => ({
    variants: [{ id: 'inner', moment, values: [] }],
    refusals: [],
  });
  return Object.fromEntries([...firstMoments].map(([id, moment]) => [id, stateAt(moment)]));
}

/**
 * The shortest path for each combination of active child states.
 * @param paths the shortest first
 */
const shortestPerStateValue = (paths: readonly EventPath[]): readonly EventPath[] => [
  ...new Map(paths.toReversed().map((path) => [JSON.stringify(path.end.value), path])).values(),
];
