import type { AnyStateMachine } from 'xstate';
import type { Cases } from '#cases/cases.ts';
import { type ScriptedPort, settle } from '#tests/support/ports.ts';
import { BROKEN_PORT_ERROR, type DrivenPortal, openDrivenPortal } from './driven-portal.ts';
import type { JourneyModel } from './graph.ts';
import type { Law } from './law.ts';
import { isSendPort, LAWS, stateValuesOf } from './laws.ts';
import { pickFromGroups, type Random, randomOf } from './random.ts';

/** Something that happens in a walk: an event of a person, an answer, or a change of the surroundings. */
export type Move = { readonly label: string; readonly run: () => Promise<unknown> };

/** The result of a walk: the first step with problems; null if there were no problems. */
export type WalkResult = {
  readonly seed: number;
  readonly problems: readonly string[];
  readonly path: string;
} | null;

/** Writes a value as JSON, with at most 120 characters. */
export const shortText = (value: unknown): string => (JSON.stringify(value) ?? '').slice(0, 120);

const answersIn = (cases: Cases<AnyStateMachine> | undefined, port: string): readonly unknown[] => {
  const answers: Readonly<Record<string, readonly unknown[] | undefined>> = cases?.answers ?? {};
  return answers[port] ?? [];
};

/** Moves in which a waiting call receives a possible answer of the server, or its port fails. */
export function answerMoves(
  { waitingCalls }: DrivenPortal,
  model: JourneyModel,
  { pick, next }: Random,
): readonly Move[] {
  return waitingCalls().map(({ flow, name, port }): Move => {
    const cases = flow === model.portal.id ? model.portalCases : model.flowCases[flow];
    const possibleAnswers: readonly unknown[] = answersIn(cases, name);
    if (possibleAnswers.length === 0 || next() < 0.1) {
      return { label: `${flow}.${name} breaks`, run: () => port.fail(BROKEN_PORT_ERROR) };
    }
    const answer = pick(possibleAnswers);
    return { label: `${flow}.${name} answers ${shortText(answer)}`, run: () => port.answer(answer) };
  });
}

/** Moves in which a call receives its answer after its state has been left. */
function lateAnswerMoves({ testPortal }: DrivenPortal): readonly Move[] {
  return Object.entries(testPortal.ports).flatMap(([flow, ports]) =>
    Object.entries(ports as Readonly<Record<string, ScriptedPort<unknown, unknown>>>).flatMap(
      ([name, port]): Move[] => {
        const late = port.calls.findLast((call) => call.isAborted());
        return late ? [{ label: `${flow}.${name} answers late`, run: () => late.answer(undefined) }] : [];
      },
    ),
  );
}

/** The move of a person: usually an event that the flow accepts now, otherwise any event of the flow. */
function personMoves(
  drivenPortal: DrivenPortal,
  model: JourneyModel,
  { pick, next }: Random,
): readonly Move[] {
  const { flow } = drivenPortal.state();
  const allEvents = flow ? (model.flowCases[flow.name]?.events ?? []) : [];
  const acceptedEvents = allEvents.filter((event) => flow?.snapshot.can(event));
  const events = next() < 0.85 && acceptedEvents.length > 0 ? acceptedEvents : allEvents;
  if (!flow || events.length === 0) return [];
  const event = pick(events);
  return [
    { label: `${flow.name}: ${shortText(event)}`, run: () => drivenPortal.send({ to: flow.name, event }) },
  ];
}

/** An event of the portal itself, such as a requested address. */
function portalMoves(
  drivenPortal: DrivenPortal,
  model: JourneyModel,
  { pick, next }: Random,
): readonly Move[] {
  const addressEvents = model.portalCases.events.filter(({ type }) => type === 'route.requested');
  const otherEvents = model.portalCases.events.filter(({ type }) => type !== 'route.requested');
  const event = pick(next() < 0.3 ? addressEvents : otherEvents);
  const to = model.portal.id;
  return [{ label: `${to}: ${shortText(event)}`, run: () => drivenPortal.send({ to, event }) }];
}

/** Periods of time that may pass in one move. */
const PERIODS_MS = [100, 1000, 3000, 60_000, 300_000];

/** Moves in which time passes, or the network is lost or restored. */
export function surroundingMoves({ testPortal }: DrivenPortal, { pick }: Random): readonly Move[] {
  const period = pick(PERIODS_MS);
  const networkEvent = pick(['network.lost', 'network.restored'] as const);
  return [
    { label: `${period} ms pass`, run: () => testPortal.clock.advance(period) },
    {
      label: networkEvent,
      run: () => {
        testPortal.network.report({ type: networkEvent });
        return settle();
      },
    },
  ];
}

/** Chooses the next move from groups with weights. */
function nextMove(drivenPortal: DrivenPortal, model: JourneyModel, random: Random): Move {
  return pickFromGroups(random, [
    [40, answerMoves(drivenPortal, model, random)],
    [35, personMoves(drivenPortal, model, random)],
    [10, surroundingMoves(drivenPortal, random)],
    [8, portalMoves(drivenPortal, model, random)],
    [4, lateAnswerMoves(drivenPortal)],
  ]);
}

/** Descriptions of all problems of the current state. */
export function problemsOf(
  drivenPortal: DrivenPortal,
  model: JourneyModel,
  laws: readonly Law[],
): readonly string[] {
  const state = drivenPortal.state();
  return [
    ...laws.flatMap((law) => law.problems(state, model).map((problem) => `${law.name}: ${problem}`)),
    ...drivenPortal.leftovers(),
    ...drivenPortal.exceptions(),
    ...(state.portal.status === 'active' ? [] : [`the portal is ${state.portal.status}`]),
    ...doubleSends(drivenPortal),
  ];
}

/** A description of the problem if more than one code is being sent. */
const doubleSends = ({ waitingCalls }: DrivenPortal): readonly string[] => {
  const sends = waitingCalls().filter(({ name }) => isSendPort(name));
  return sends.length > 1 ? [`${sends.length} codes are being sent`] : [];
};

/**
 * Walks at random through the whole portal, and checks all laws after every step.
 * @param stepCount the number of moves
 */
export async function randomWalk(
  seed: number,
  stepCount: number,
  model: JourneyModel,
  laws: readonly Law[] = LAWS,
): Promise<WalkResult> {
  const random = randomOf(seed);
  const drivenPortal = openDrivenPortal();
  await settle();
  const log: string[] = [];
  for (let count = 1; count <= stepCount; count += 1) {
    const move = nextMove(drivenPortal, model, random);
    log.push(`${JSON.stringify(stateValuesOf(drivenPortal.state()))}\n     ${move.label}`);
    await move.run();
    const problems = problemsOf(drivenPortal, model, laws);
    if (problems.length > 0) return { seed, problems, path: log.join('\n  → ') };
  }
  drivenPortal.testPortal.actor.stop();
  return null;
}

/** The command and the path that reproduce a failure of a walk. */
export const walkFailureText = ({ seed, problems, path }: NonNullable<WalkResult>): string =>
  `npm run walks -- --seed ${seed} --walks 1\n${problems.join('\n')}\n  ${path}`;
