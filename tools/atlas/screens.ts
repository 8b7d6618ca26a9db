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
import { START } from '#cases/portal-cases.ts';
import { ERROR_CATALOGUE } from '#i18n/error-catalogue.ts';
import { BACKGROUND_FLOWS } from '#machines/portal/flows.ts';
import type { PortalInput } from '#machines/portal/portal.types.ts';
import { type EventPath, explore, exploreWithoutPasskeys } from './explore.ts';
import { comparisonKey, noExploredFlows, step } from './flow-run.ts';
import type { MachinesAndCases } from './load-machines.ts';
import { refusedWith } from './refusal.ts';
import { visibleValues } from './visible-values.ts';

const CODES = Object.keys(ERROR_CATALOGUE);

/** Machines that run on every screen. */
const BACKGROUND_MACHINES = Object.keys(BACKGROUND_FLOWS);

const nodesOf = (snapshot: AnyMachineSnapshot): readonly AnyStateNode[] => snapshot._nodes;

const isIn = (snapshot: AnyMachineSnapshot, id: string): boolean =>
  nodesOf(snapshot).some((node) => node.id === id);

/** A path to a state, and the values that the state then shows. */
type PathValues = { readonly path: EventPath; readonly values: readonly string[] };

/** The paths to a state that together show every value that it can have, the shortest first. */
function distinctPaths(
  paths: readonly EventPath[],
  isReached: (path: EventPath) => boolean,
): readonly PathValues[] {
  const seenValues = new Set<string>();
  const variants: PathValues[] = [];
  for (const path of paths) {
    const { value, machine } = path.end;
    const values = [
      ...visibleValues(path.end),
      ...(typeof value === 'string' ? [] : [`state: ${JSON.stringify({ [machine.id]: value })}`]),
    ];
    if (variants.length > 0 && values.every((line) => seenValues.has(line))) continue;
    if (!isReached(path)) continue;
    for (const line of values) seenValues.add(line);
    variants.push({ path, values });
  }
  return variants;
}

/** The lines of a variant that not all variants share. */
function distinguishingValues(variants: readonly PathValues[], { values }: PathValues): readonly string[] {
  const isShared = (line: string) => variants.every((variant) => variant.values.includes(line));
  return values.filter((line) => !isShared(line));
}

const idOf = (path: EventPath): string =>
  createHash('sha256')
    .update(comparisonKey([path.end.machine.id, path.end.value, path.end.context]))
    .digest('hex')
    .slice(0, 8);

/** The last moment of a path; null where a flow inside a flow ends before the end of the path. */
function momentOf(pathTree: PathTree, pathEvents: readonly PathEvent[]): number | null {
  try {
    return pathTree.record(pathEvents);
  } catch (error) {
    if (error instanceof FlowNotRunningError) return null;
    throw error;
  }
}

/** The answers that lead into a state with a refusal of the server, one for each port. */
function refusalsOf(id: string, paths: readonly EventPath[], pathTree: PathTree): readonly Refusals[] {
  const byPort = new Map<string, Refusals>();
  for (const { pathEvents, before } of paths) {
    const last = pathEvents.at(-1);
    if (!last?.event.type.startsWith(DONE_PREFIX) || !before || isIn(before, id)) continue;
    const port = last.event.type.slice(DONE_PREFIX.length);
    if (byPort.has(port)) continue;
    const codes = CODES.filter((code) => {
      const event = refusedWith(last.event, code);
      return event && isIn(step(before, event), id);
    });
    if (codes.length === 0) continue;
    const moment = momentOf(pathTree, pathEvents.slice(0, -1));
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
 * Finds a path to every variant of every state, and replays each with the production machines, so that every path in
 * the tree is possible.
 */
export function findScreens(loaded: MachinesAndCases, input: PortalInput = START): Screens {
  const explored = noExploredFlows();
  const usual = explore(loaded, input, explored);
  const paths = [
    ...shortestFirst(usual),
    ...(['missing', 'insecure'] as const).flatMap((support) =>
      shortestFirst(exploreWithoutPasskeys(loaded, input, support, usual, explored)),
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
  /** Variants of a path: in each, a flow inside the flow receives another of its answers before the last event. */
  const withInnerAnswers = (path: EventPath): readonly EventPath[] => {
    const before = path.pathEvents.slice(0, -1);
    const last = path.pathEvents.at(-1);
    const actor = startRoot(portal, input, before);
    for (const pathEvent of before) sendPathEvent(actor, pathEvent);
    const flow = flowAt(actor, last?.to ?? '')?.getSnapshot() as AnyMachineSnapshot | undefined;
    const paths = Object.entries(flow?.children ?? {}).flatMap(([name, ref]) => {
      const inner = (ref as AnyActorRef | undefined)?.getSnapshot() as AnyMachineSnapshot | undefined;
      const cases = loaded.cases[name];
      if (!last || !cases || !inner || !('_nodes' in inner)) return [];
      const answers = nextEvents(cases, inner).filter(({ type }) => type.startsWith(DONE_PREFIX));
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
      const moment = momentOf(pathTree, path.pathEvents);
      return moment !== null && activeStatesAt(pathTree, moment).includes(id);
    };
    const candidates = found[0]?.isLeaf ? statePaths : shortestPerValue(statePaths);
    const reachedPaths = distinctPaths(candidates, isReached);
    // Some states are reached only while a flow inside the flow is in progress.
    const pathValues =
      reachedPaths.length > 0 ? reachedPaths : distinctPaths(candidates.flatMap(withInnerAnswers), isReached);
    const variants = pathValues.map(
      (variant): Variant => ({
        id: idOf(variant.path),
        moment: pathTree.record(variant.path.pathEvents),
        values: distinguishingValues(pathValues, variant),
      }),
    );
    return [id, { variants, refusals: found[0]?.isLeaf ? refusalsOf(id, statePaths, pathTree) : [] }];
  });
  return { states: { ...innerStates(pathTree), ...Object.fromEntries(states) }, pathTree };
}

/**
 * States of flows inside flows, each at its first moment in the tree. A screen of the state itself takes precedence.
 */
function innerStates(pathTree: PathTreeData): Readonly<Record<string, AtlasState>> {
  const first = new Map<string, number>();
  for (const [moment] of pathTree.moments.entries()) {
    for (const id of activeStatesAt(pathTree, moment)) if (!first.has(id)) first.set(id, moment);
  }
  const stateAt = (moment: number): AtlasState => ({
    variants: [{ id: 'inner', moment, values: [] }],
    refusals: [],
  });
  return Object.fromEntries([...first].map(([id, moment]) => [id, stateAt(moment)]));
}

/** The shortest path for each value of a state with child states. */
const shortestPerValue = (paths: readonly EventPath[]): readonly EventPath[] => [
  ...new Map(paths.toReversed().map((path) => [JSON.stringify(path.end.value), path])).values(),
];
