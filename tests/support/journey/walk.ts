import type { AnyStateMachine } from 'xstate';
import type { Cases } from '#cases/cases.ts';
import { type ScriptedPort, settle } from '#tests/support/ports.ts';
import { BROKEN_PORT, type Drive, drive } from './drive.ts';
import type { JourneyModel } from './graph.ts';
import type { Law } from './law.ts';
import { LAWS, valuesOf } from './laws.ts';
import { type Random, randomOf } from './random.ts';

export type Move = { readonly label: string; readonly run: () => Promise<unknown> };

/** The result of a walk: null when no law was broken. */
export type WalkFailure = {
  readonly seed: number;
  readonly problems: readonly string[];
  readonly path: string;
} | null;

export const short = (value: unknown): string => (JSON.stringify(value) ?? '').slice(0, 120);

const answersIn = (cases: Cases<AnyStateMachine> | undefined, port: string): readonly unknown[] => {
  const answers: Readonly<Record<string, readonly unknown[] | undefined>> = cases?.answers ?? {};
  return answers[port] ?? [];
};

/** Each waiting call gets one of the answers that the server may give, or its port breaks. */
export function answerMoves(
  { waiting }: Drive,
  model: JourneyModel,
  { pick, next }: Random,
): readonly Move[] {
  return waiting().map(({ flow, name, port }): Move => {
    const cases = flow === model.portal.id ? model.portalCases : model.flowCases[flow];
    const possible: readonly unknown[] = answersIn(cases, name);
    if (possible.length === 0 || next() < 0.1) {
      return { label: `${flow}.${name} breaks`, run: () => port.fail(BROKEN_PORT) };
    }
    const answer = pick(possible);
    return { label: `${flow}.${name} answers ${short(answer)}`, run: () => port.answer(answer) };
  });
}

/** A call gets its answer after its state has been left. */
function lateAnswerMoves({ testPortal }: Drive): readonly Move[] {
  return Object.entries(testPortal.ports).flatMap(([flow, ports]) =>
    Object.entries(ports as Readonly<Record<string, ScriptedPort<unknown, unknown>>>).flatMap(
      ([name, port]): Move[] => {
        const late = port.calls.findLast((call) => call.isAborted());
        return late ? [{ label: `${flow}.${name} answers late`, run: () => late.answer(undefined) }] : [];
      },
    ),
  );
}

/** A person does something that the screen offers now, or another screen of the flow. */
function personMoves(driven: Drive, model: JourneyModel, { pick, next }: Random): readonly Move[] {
  const { flow } = driven.state();
  const known = flow ? (model.flowCases[flow.name]?.events ?? []) : [];
  const offered = known.filter((event) => flow?.snapshot.can(event));
  const events = next() < 0.85 && offered.length > 0 ? offered : known;
  if (!flow || events.length === 0) return [];
  const event = pick(events);
  return [{ label: `${flow.name}: ${short(event)}`, run: () => driven.send({ to: flow.name, event }) }];
}

function portalMoves(driven: Drive, model: JourneyModel, { pick, next }: Random): readonly Move[] {
  const addresses = model.portalCases.events.filter(({ type }) => type === 'route.requested');
  const others = model.portalCases.events.filter(({ type }) => type !== 'route.requested');
  const event = pick(next() < 0.3 ? addresses : others);
  const to = model.portal.id;
  return [{ label: `${to}: ${short(event)}`, run: () => driven.send({ to, event }) }];
}

const SPANS_MS = [100, 1000, 3000, 60_000, 300_000];

export function surroundingMoves({ testPortal }: Drive, { pick }: Random): readonly Move[] {
  const span = pick(SPANS_MS);
  const networkEvent = pick(['network.lost', 'network.restored'] as const);
  return [
    { label: `${span} ms pass`, run: () => testPortal.clock.advance(span) },
    {
      label: networkEvent,
      run: () => {
        testPortal.network.report({ type: networkEvent });
        return settle();
      },
    },
  ];
}

/** Chooses the next event: usually a pending answer or an event of the person. */
function nextMove(driven: Drive, model: JourneyModel, random: Random): Move {
  const groups: readonly (readonly [number, readonly Move[]])[] = [
    [40, answerMoves(driven, model, random)],
    [35, personMoves(driven, model, random)],
    [10, surroundingMoves(driven, random)],
    [8, portalMoves(driven, model, random)],
    [4, lateAnswerMoves(driven)],
  ];
  const weighted = groups.flatMap(([weight, moves]) =>
    moves.length > 0 ? Array.from({ length: weight }, () => moves) : [],
  );
  return random.pick(random.pick(weighted));
}

export function problemsOf(driven: Drive, model: JourneyModel, laws: readonly Law[]): readonly string[] {
  const state = driven.state();
  return [
    ...laws.flatMap((law) => law.problems(state, model).map((problem) => `${law.name}: ${problem}`)),
    ...driven.leftovers(),
    ...driven.exceptions(),
    ...(state.portal.status === 'active' ? [] : [`the portal is ${state.portal.status}`]),
    ...doubleSends(driven),
  ];
}

/** A problem when more than one call that sends a code waits. */
const doubleSends = ({ waiting }: Drive): readonly string[] => {
  const sends = waiting().filter(({ name }) => /^send[A-Z]/.test(name));
  return sends.length > 1 ? [`${sends.length} codes are being sent`] : [];
};

/**
 * Walks at random through the whole portal, and checks all laws after every step.
 * @param length number of events
 */
export async function randomWalk(
  seed: number,
  length: number,
  model: JourneyModel,
  laws: readonly Law[] = LAWS,
): Promise<WalkFailure> {
  const random = randomOf(seed);
  const driven = drive();
  await settle();
  const log: string[] = [];
  for (let count = 1; count <= length; count += 1) {
    const move = nextMove(driven, model, random);
    log.push(`${JSON.stringify(valuesOf(driven.state()))}\n     ${move.label}`);
    await move.run();
    const problems = problemsOf(driven, model, laws);
    if (problems.length > 0) return { seed, problems, path: log.join('\n  → ') };
  }
  driven.testPortal.actor.stop();
  return null;
}

/** The command and path that reproduce a failure. */
export const walkFailureText = ({ seed, problems, path }: NonNullable<WalkFailure>): string =>
  `npm run walks -- --seed ${seed} --walks 1\n${problems.join('\n')}\n  ${path}`;
