import { createHash } from 'node:crypto';
import type { AnyActorRef, AnyMachineSnapshot, AnyStateNode } from 'xstate';
import { DONE, nextEvents } from '#cases/cases.ts';
import { START } from '#cases/world.ts';
import { ERROR_CATALOGUE } from '#i18n/error-catalogue.ts';
import { BACKGROUND_FLOWS } from '#machines/portal/flows.ts';
import type { PortalInput } from '#machines/portal/portal.types.ts';
import { type EventPath, explore, exploreWithout } from './explore.ts';
import { noExploredFlows, step, textOf } from './flow-run.ts';
import { begin, flowAt, happen, NotOnError, placeOf, quiet } from './player.ts';
import { refusedWith } from './refusal.ts';
import { linesOf } from './shown.ts';
import { Tape } from './tape.ts';
import type { AtlasState, Happening, Refusals, Variant } from './types.ts';
import type { Cast } from './world.ts';

const CODES = Object.keys(ERROR_CATALOGUE);

/** Machines that stand beside every screen. */
const BACKGROUND_MACHINES = Object.keys(BACKGROUND_FLOWS);

const nodesOf = (snapshot: AnyMachineSnapshot): readonly AnyStateNode[] => snapshot._nodes;

const isIn = (snapshot: AnyMachineSnapshot, id: string): boolean =>
  nodesOf(snapshot).some((node) => node.id === id);

type Look = { readonly way: EventPath; readonly values: readonly string[] };

/** Of the ways to a state those that together show every value that it can have, the shortest first. */
function looksOf(ways: readonly EventPath[], isReached: (way: EventPath) => boolean): readonly Look[] {
  const seen = new Set<string>();
  const looks: Look[] = [];
  for (const way of ways) {
    const { value, machine } = way.end;
    const values = [
      ...linesOf(way.end),
      ...(typeof value === 'string' ? [] : [`state: ${JSON.stringify({ [machine.id]: value })}`]),
    ];
    if (looks.length > 0 && values.every((line) => seen.has(line))) continue;
    if (!isReached(way)) continue;
    for (const line of values) seen.add(line);
    looks.push({ way, values });
  }
  return looks;
}

/** Lines that all looks share tell nobody which is which. */
function tellingOf(looks: readonly Look[], { values }: Look): readonly string[] {
  const isShared = (line: string) => looks.every((look) => look.values.includes(line));
  return values.filter((line) => !isShared(line));
}

const idOf = (way: EventPath): string =>
  createHash('sha256')
    .update(textOf([way.end.machine.id, way.end.value, way.end.context]))
    .digest('hex')
    .slice(0, 8);

/** The last moment of a path; null where a flow inside a flow has ended by itself before the path is over. */
function momentOf(tape: Tape, happenings: readonly Happening[]): number | null {
  try {
    return tape.record(happenings);
  } catch (error) {
    if (error instanceof NotOnError) return null;
    throw error;
  }
}

/** The answers that lead into a state with a refusal of the server, one for each port. */
function refusalsOf(id: string, ways: readonly EventPath[], tape: Tape): readonly Refusals[] {
  const byPort = new Map<string, Refusals>();
  for (const { happenings, before } of ways) {
    const last = happenings.at(-1);
    if (!last?.event.type.startsWith(DONE) || !before || isIn(before, id)) continue;
    const port = last.event.type.slice(DONE.length);
    if (byPort.has(port)) continue;
    const codes = CODES.filter((code) => {
      const event = refusedWith(last.event, code);
      return event && isIn(step(before, event), id);
    });
    if (codes.length === 0) continue;
    const moment = momentOf(tape, happenings.slice(0, -1));
    if (moment === null) continue;
    byPort.set(port, { port, moment, happening: tape.note(last), codes });
  }
  return [...byPort.values()];
}

const shortestFirst = (ways: readonly EventPath[]): readonly EventPath[] =>
  ways.toSorted((a, b) => a.happenings.length - b.happenings.length);

/** Every state's screens, and the tape of the paths to them. */
export type Screens = { readonly states: Readonly<Record<string, AtlasState>>; readonly tape: Tape };

/**
 * Finds a path to every look of every state, and plays each with the production machines: what stands on the
 * tape has really been reached.
 */
export function findScreens(cast: Cast, input: PortalInput = START): Screens {
  const known = noExploredFlows();
  const usual = explore(cast, input, known);
  const ways = [
    ...shortestFirst(usual),
    ...(['missing', 'insecure'] as const).flatMap((support) =>
      shortestFirst(exploreWithout(cast, input, support, usual, known)),
    ),
  ];
  const portal = quiet(cast.portal);
  const tape = new Tape((happenings: readonly Happening[]) => {
    const actor = begin(portal, input, happenings);
    const places = [placeOf(actor, BACKGROUND_MACHINES)];
    for (const happening of happenings) {
      happen(actor, happening);
      places.push(placeOf(actor, BACKGROUND_MACHINES));
    }
    actor.stop();
    return places;
  });
  /** The way with the first answer to each flow inside the flow, before its last step. */
  const prepared = (way: EventPath): readonly EventPath[] => {
    const before = way.happenings.slice(0, -1);
    const last = way.happenings.at(-1);
    const actor = begin(portal, input, before);
    for (const happening of before) happen(actor, happening);
    const flow = flowAt(actor, last?.to ?? '')?.getSnapshot() as AnyMachineSnapshot | undefined;
    const ways = Object.entries(flow?.children ?? {}).flatMap(([name, ref]) => {
      const inner = (ref as AnyActorRef | undefined)?.getSnapshot() as AnyMachineSnapshot | undefined;
      const cases = cast.cases[name];
      if (!last || !cases || !inner || !('_nodes' in inner)) return [];
      const answers = nextEvents(cases, inner).filter(({ type }) => type.startsWith(DONE));
      return answers.map((event) => ({
        ...way,
        happenings: [...before, { to: `${last.to}/${name}`, event }, last],
      }));
    });
    actor.stop();
    return ways;
  };
  const byState = Map.groupBy(
    ways.flatMap((way) => nodesOf(way.end).map(({ id, type }) => ({ id, way, isLeaf: type === 'atomic' }))),
    ({ id }) => id,
  );
  const states = [...byState].map(([id, found]): readonly [string, AtlasState] => {
    const own = found.map(({ way }) => way);
    const isReached = (way: EventPath) => {
      const moment = momentOf(tape, way.happenings);
      return moment !== null && tape.placeAt(moment).includes(id);
    };
    const candidates = found[0]?.isLeaf ? own : oneForEach(own);
    const reached = looksOf(candidates, isReached);
    // What a flow inside the flow has begun may have to be in progress first.
    const looks = reached.length > 0 ? reached : looksOf(candidates.flatMap(prepared), isReached);
    const variants = looks.map(
      (look): Variant => ({
        id: idOf(look.way),
        moment: tape.record(look.way.happenings),
        values: tellingOf(looks, look),
      }),
    );
    return [id, { variants, refusals: found[0]?.isLeaf ? refusalsOf(id, own, tape) : [] }];
  });
  return { states: { ...innerStates(tape), ...Object.fromEntries(states) }, tape };
}

/** States of a flow inside a flow, each at a moment of some path; those that a screen of their own reaches have better. */
function innerStates(tape: Tape): Readonly<Record<string, AtlasState>> {
  const first = new Map<string, number>();
  for (const [moment] of tape.moments.entries()) {
    for (const id of tape.placeAt(moment)) if (!first.has(id)) first.set(id, moment);
  }
  const stateAt = (moment: number): AtlasState => ({
    variants: [{ id: 'inner', moment, values: [] }],
    refusals: [],
  });
  return Object.fromEntries([...first].map(([id, moment]) => [id, stateAt(moment)]));
}

/** The shortest way for each value of a state with parts. */
const oneForEach = (ways: readonly EventPath[]): readonly EventPath[] => [
  ...new Map(ways.toReversed().map((way) => [JSON.stringify(way.end.value), way])).values(),
];
