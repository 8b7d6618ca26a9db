import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, assign, setup } from 'xstate';
import { port } from '#machines/shared/port.ts';
import { inLongPaths, modelPaths, newWalkRecord, stepByStep } from './paths.ts';
import { createRecorder } from './recorder.ts';
import { start } from './start.ts';
import { transitionLine, transitionsOf } from './transitions.ts';
import { type Subject, walk } from './walk.ts';
import { withoutPrefixes } from './without-prefixes.ts';

const cases = { events: [{ type: 'ask' }, { type: 'again' }], answers: { fetch: ['yes', 'no'] } };

const machineSetup = setup({
  types: { events: {} as { type: 'ask' } | { type: 'again' } },
  actors: { fetch: port<string>('fetch') },
  guards: {
    isYes: (_, answer: string) => answer === 'yes',
    isMaybe: (_, answer: string) => answer === 'maybe',
  },
  delays: { timeout: 1000 },
});

const validMachine = machineSetup.createMachine({
  id: 'valid',
  initial: 'idle',
  states: {
    idle: { on: { ask: 'asking' } },
    asking: {
      invoke: {
        id: 'fetch',
        src: 'fetch',
        onDone: [
          { guard: { type: 'isYes', params: ({ event }) => event.output }, target: 'done' },
          { target: 'idle' },
        ],
        onError: 'idle',
      },
      on: { again: { target: 'asking', reenter: true } },
      after: { timeout: 'idle' },
    },
    done: { type: 'final' },
  },
});

const unreachableMachine = machineSetup.createMachine({
  id: 'unreachable',
  initial: 'asking',
  states: {
    asking: {
      invoke: {
        id: 'fetch',
        src: 'fetch',
        onDone: [
          { guard: { type: 'isMaybe', params: ({ event }) => event.output }, target: 'done' },
          { target: 'idle' },
        ],
        onError: 'idle',
      },
    },
    idle: { on: { ask: 'asking' } },
    done: { type: 'final' },
  },
});

/** A machine whose state calls the port `fetch` twice. */
const twoCallsMachine = machineSetup.createMachine({
  id: 'twoCalls',
  initial: 'asking',
  states: {
    asking: {
      invoke: [
        { id: 'fetch', src: 'fetch', onDone: 'idle', onError: 'idle' },
        { id: 'fetchTwice', src: 'fetch', onError: 'idle' },
      ],
    },
    idle: {},
  },
});

const storingMachine = setup({
  types: { context: {} as { typed: string }, events: {} as { type: 'typed'; secret: string } },
}).createMachine({
  id: 'storing',
  context: { typed: '' },
  initial: 'entering',
  states: {
    entering: {
      on: {
        typed: {
          target: 'left',
          actions: ({ context, event }) => {
            Object.assign(context, { typed: event.secret });
          },
        },
      },
    },
    left: {},
  },
});

const project = () => null;

async function walkAll(
  machine: AnyStateMachine,
  changes: Partial<Subject> = {},
  casesOfMachine: object = cases,
  findPaths = stepByStep,
) {
  const recorder = createRecorder();
  const paths = modelPaths(machine, undefined, casesOfMachine as typeof cases, project, undefined, findPaths);
  for (const path of paths) {
    await walk(path, { ...start(machine, undefined, recorder), recorder, project, ...changes } as Subject);
  }
  return recorder.missingTransitions(machine);
}

describe('a walk over a model', () => {
  it('takes every transition, including transitions that lead back or re-enter a state', async () => {
    expect(await walkAll(validMachine)).toEqual([]);
  });

  it('reports a transition that no answer of the cases causes', async () => {
    expect(await walkAll(unreachableMachine)).toEqual([
      'unreachable.asking: xstate.done.actor.fetch/isMaybe [0] --> unreachable.done',
    ]);
  });

  it('fails when the view does nothing for a step of the model', async () => {
    const doNothing = async () => undefined;
    await expect(walkAll(validMachine, { performEvent: doNothing })).rejects.toThrow(/asking/);
  });

  it('fails when a step calls a port twice', async () => {
    await expect(walkAll(twoCallsMachine)).rejects.toThrow('2 calls of fetch started in this step, not 1');
  });

  it('fails when a secret is stored after the step that needed it', async () => {
    const casesWithSecret = { events: [{ type: 'typed', secret: 'hunter2' }], answers: {} };
    await expect(walkAll(storingMachine, { secrets: ['hunter2'] }, casesWithSecret)).rejects.toThrow(
      'hunter2',
    );
  });
});

const SWITCHES = ['a', 'b', 'c', 'd', 'e'] as const;
type Switch = (typeof SWITCHES)[number];

/** A machine with switches that are turned on and off independently. */
const switchMachine = setup({
  types: {} as { context: Record<Switch, boolean>; events: { type: 'flipped'; name: Switch } },
}).createMachine({
  context: { a: false, b: false, c: false, d: false, e: false },
  on: {
    flipped: { actions: assign(({ context, event: { name } }) => ({ ...context, [name]: !context[name] })) },
  },
});

describe('a pairwise search', () => {
  const events = SWITCHES.map((name) => ({ type: 'flipped' as const, name }));
  const reachedStates = (coversPairsOnly: boolean) => {
    const walked = newWalkRecord();
    modelPaths(
      switchMachine,
      undefined,
      { events, answers: {} },
      ({ context }) => context,
      undefined,
      stepByStep,
      walked,
      coversPairsOnly,
    );
    return [...walked.states].map((state): Record<Switch, boolean> => JSON.parse(state)[1]);
  };

  it('covers every pair of values with fewer states than a search of all combinations', () => {
    expect(reachedStates(false)).toHaveLength(2 ** SWITCHES.length);
    const states = reachedStates(true);
    expect(states.length).toBeLessThan(2 ** SWITCHES.length);
    const pairs = SWITCHES.flatMap((one, index) =>
      SWITCHES.slice(index + 1).map(
        (other) => new Set(states.map((state) => `${state[one]} ${state[other]}`)),
      ),
    );
    expect(pairs.map(({ size }) => size)).toEqual(pairs.map(() => 4));
  });
});

/** A machine whose call is answered once, although the state that invokes the call stays active. */
const stayingMachine = machineSetup.createMachine({
  id: 'staying',
  initial: 'asking',
  states: {
    asking: {
      invoke: { id: 'fetch', src: 'fetch', onDone: { actions: () => undefined }, onError: 'idle' },
      on: { again: 'idle' },
    },
    idle: { on: { ask: 'asking' } },
  },
});

describe('long paths over a model', () => {
  const stepsOf = (findPaths: typeof stepByStep) =>
    modelPaths(validMachine as AnyStateMachine, undefined, cases, project, undefined, findPaths).map(
      ({ steps }) => steps.length,
    );

  it('take every transition in fewer steps than `stepByStep`', async () => {
    expect(await walkAll(validMachine, {}, cases, inLongPaths)).toEqual([]);
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
    expect(sum(stepsOf(inLongPaths))).toBeLessThan(sum(stepsOf(stepByStep)));
  });

  it('answer a call once while its state stays active', async () => {
    expect(await walkAll(stayingMachine, {}, cases, inLongPaths)).toEqual([]);
  });

  it('leave out steps that were taken with another input, but reach every state', () => {
    const walked = newWalkRecord();
    const statesOf = () =>
      modelPaths(validMachine as AnyStateMachine, undefined, cases, project, undefined, inLongPaths, {
        ...walked,
        states: new Set(),
      })
        .flatMap(({ steps }) => steps.map(({ state }) => state.value))
        .toSorted();
    const firstStates = statesOf();
    const secondStates = statesOf();
    expect(secondStates.length).toBeLessThan(firstStates.length);
    expect(new Set(secondStates)).toEqual(new Set(firstStates));
  });
});

describe('the record of a transition', () => {
  it('contains the ID, machine, source, event, index, guard and targets', () => {
    const [first] = transitionsOf(validMachine).filter(({ event }) => event === 'xstate.done.actor.fetch');
    expect(first).toEqual({
      id: 'valid.asking/done:fetch/0',
      machine: 'valid',
      source: 'valid.asking',
      event: 'xstate.done.actor.fetch',
      index: 0,
      guard: 'isYes',
      targets: ['valid.done'],
    });
  });

  it('is printed as a different line for every transition', () => {
    const lines = transitionsOf(validMachine).map(transitionLine);
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines).toHaveLength(6);
  });
});

describe('withoutPrefixes', () => {
  const path = (...types: readonly string[]) => ({ steps: types.map((type) => ({ event: { type } })) });

  it('leaves out duplicates and beginnings of other paths', () => {
    const longest = path('a', 'b', 'c');
    const branching = path('a', 'x');
    const separate = path('ab');
    expect(
      withoutPrefixes([path('a'), longest, path('a', 'b'), branching, path('a', 'b', 'c'), separate]),
    ).toEqual([longest, branching, separate]);
  });
});
