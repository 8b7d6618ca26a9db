import type { AnyStateMachine } from 'xstate';
import type { Cases } from '#cases/cases.ts';
import { type ScriptedPort, settle } from '#tests/support/ports.ts';
import { BROKEN_PORT, type Drive, drive } from './drive.ts';
import type { JourneyModel } from './graph.ts';
import type { Law } from './law.ts';
import { LAWS, valuesOf } from './laws.ts';
import { type Chance, chanceOf } from './random.ts';

export type Move = { readonly says: string; readonly run: () => Promise<unknown> };

/** The result of a walk: null when every law held. */
export type BrokenWalk = {
  readonly seed: number;
  readonly problems: readonly string[];
  readonly path: string;
} | null;

export const short = (value: unknown): string => (JSON.stringify(value) ?? '').slice(0, 120);

const answersIn = (cases: Cases<AnyStateMachine> | undefined, port: string): readonly unknown[] => {
  const answers: Readonly<Record<string, readonly unknown[] | undefined>> = cases?.answers ?? {};
  return answers[port] ?? [];
};

/** An answer comes, of a kind that the server may give, or a port breaks. */
export function answers({ waiting }: Drive, model: JourneyModel, { pick, next }: Chance): readonly Move[] {
  return waiting().map(({ flow, name, port }): Move => {
    const cases = flow === model.portal.id ? model.portalCases : model.flowCases[flow];
    const possible: readonly unknown[] = answersIn(cases, name);
    if (possible.length === 0 || next() < 0.1) {
      return { says: `${flow}.${name} breaks`, run: () => port.fail(BROKEN_PORT) };
    }
    const answer = pick(possible);
    return { says: `${flow}.${name} answers ${short(answer)}`, run: () => port.answer(answer) };
  });
}

/** An answer comes to a call whose state is gone. */
function lateAnswers({ testPortal }: Drive): readonly Move[] {
  return Object.entries(testPortal.ports).flatMap(([flow, ports]) =>
    Object.entries(ports as Readonly<Record<string, ScriptedPort<unknown, unknown>>>).flatMap(
      ([name, port]): Move[] => {
        const late = port.calls.findLast((call) => call.isAborted());
        return late ? [{ says: `${flow}.${name} answers late`, run: () => late.answer(undefined) }] : [];
      },
    ),
  );
}

/** A person does something that the screen offers, or that no screen offers now. */
function wishes(driven: Drive, model: JourneyModel, { pick, next }: Chance): readonly Move[] {
  const { flow } = driven.world();
  const own = flow ? (model.flowCases[flow.name]?.events ?? []) : [];
  const offered = own.filter((event) => flow?.snapshot.can(event));
  const events = next() < 0.85 && offered.length > 0 ? offered : own;
  if (!flow || events.length === 0) return [];
  const event = pick(events);
  return [{ says: `${flow.name}: ${short(event)}`, run: () => driven.send({ to: flow.name, event }) }];
}

function toPortal(driven: Drive, model: JourneyModel, { pick, next }: Chance): readonly Move[] {
  const addresses = model.portalCases.events.filter(({ type }) => type === 'route.requested');
  const others = model.portalCases.events.filter(({ type }) => type !== 'route.requested');
  const event = pick(next() < 0.3 ? addresses : others);
  const to = model.portal.id;
  return [{ says: `${to}: ${short(event)}`, run: () => driven.send({ to, event }) }];
}

const SPANS = [100, 1000, 3000, 60_000, 300_000];

export function surroundings({ testPortal }: Drive, { pick }: Chance): readonly Move[] {
  const span = pick(SPANS);
  const news = pick(['network.lost', 'network.restored'] as const);
  return [
    { says: `${span} ms pass`, run: () => testPortal.clock.advance(span) },
    {
      says: news,
      run: () => {
        testPortal.network.report({ type: news });
        return settle();
      },
    },
  ];
}

/** Chooses the next event: usually a pending answer or an event of the person. */
function nextMove(driven: Drive, model: JourneyModel, chance: Chance): Move {
  const groups: readonly (readonly [number, readonly Move[]])[] = [
    [40, answers(driven, model, chance)],
    [35, wishes(driven, model, chance)],
    [10, surroundings(driven, chance)],
    [8, toPortal(driven, model, chance)],
    [4, lateAnswers(driven)],
  ];
  const bag = groups.flatMap(([weight, moves]) =>
    moves.length > 0 ? Array.from({ length: weight }, () => moves) : [],
  );
  return chance.pick(chance.pick(bag));
}

export function problemsOf(driven: Drive, model: JourneyModel, laws: readonly Law[]): readonly string[] {
  const world = driven.world();
  return [
    ...laws.flatMap((law) => law.problems(world, model).map((problem) => `${law.name}: ${problem}`)),
    ...driven.leftBehind(),
    ...driven.exceptions(),
    ...(world.portal.status === 'active' ? [] : [`the portal is ${world.portal.status}`]),
    ...doubleSends(driven),
  ];
}

/** Calls that send somebody something, of which more than one waits. */
const doubleSends = ({ waiting }: Drive): readonly string[] => {
  const sends = waiting().filter(({ name }) => /^send[A-Z]/.test(name));
  return sends.length > 1 ? [`${sends.length} codes are being sent`] : [];
};

/**
 * Walks through the whole portal by chance, and looks at all laws after every step.
 * @param length number of events
 */
export async function randomWalk(
  seed: number,
  length: number,
  model: JourneyModel,
  laws: readonly Law[] = LAWS,
): Promise<BrokenWalk> {
  const chance = chanceOf(seed);
  const driven = drive();
  await settle();
  const said: string[] = [];
  for (let count = 1; count <= length; count += 1) {
    const move = nextMove(driven, model, chance);
    said.push(`${JSON.stringify(valuesOf(driven.world()))}\n     ${move.says}`);
    await move.run();
    const problems = problemsOf(driven, model, laws);
    if (problems.length > 0) return { seed, problems, path: said.join('\n  → ') };
  }
  driven.testPortal.actor.stop();
  return null;
}

/** The command and path that reproduce a failure. */
export const brokenWalkText = ({ seed, problems, path }: NonNullable<BrokenWalk>): string =>
  `npm run walks -- --seed ${seed} --walks 1\n${problems.join('\n')}\n  ${path}`;
