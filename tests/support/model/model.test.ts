import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, assign, setup } from 'xstate';
import { port } from '#machines/shared/port.ts';
import { withoutPrefixes } from './distinct.ts';
import { inLongPaths, modelPaths, newWalked, stepByStep } from './paths.ts';
import { createRecorder } from './recorder.ts';
import { start } from './start.ts';
import { transitionLine, transitionsOf } from './transitions.ts';
import { type Subject, walk } from './walk.ts';

const cases = { events: [{ type: 'ask' }, { type: 'again' }], answers: { fetch: ['yes', 'no'] } };

const fixture = setup({
  types: { events: {} as { type: 'ask' } | { type: 'again' } },
  actors: { fetch: port<string>('fetch') },
  guards: {
    isYes: (_, answer: string) => answer === 'yes',
    isMaybe: (_, answer: string) => answer === 'maybe',
  },
  delays: { patience: 1000 },
});

const sound = fixture.createMachine({
  id: 'sound',
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
      after: { patience: 'idle' },
    },
    done: { type: 'final' },
  },
});

const unreachable = fixture.createMachine({
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

/** Makes two calls although its model makes one. */
const chatty = fixture.createMachine({
  id: 'chatty',
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

const hoarder = setup({
  types: { context: {} as { typed: string }, events: {} as { type: 'typed'; secret: string } },
}).createMachine({
  id: 'hoarder',
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
  pathsThrough = stepByStep,
) {
  const recorder = createRecorder();
  const paths = modelPaths(
    machine,
    undefined,
    casesOfMachine as typeof cases,
    project,
    undefined,
    pathsThrough,
  );
  for (const path of paths) {
    await walk(path, { ...start(machine, undefined, recorder), recorder, project, ...changes } as Subject);
  }
  return recorder.missing(machine);
}

describe('a walk over a model', () => {
  it('takes every transition, also those that lead back and those that re-enter a state', async () => {
    expect(await walkAll(sound)).toEqual([]);
  });

  it('names a transition that no answer leads to', async () => {
    expect(await walkAll(unreachable)).toEqual([
      'unreachable.asking: xstate.done.actor.fetch/isMaybe [0] --> unreachable.done',
    ]);
  });

  it('fails when a view does nothing where the model takes a step', async () => {
    const inert = async () => undefined;
    await expect(walkAll(sound, { act: inert })).rejects.toThrow(/asking/);
  });

  it('fails when one step calls a port twice', async () => {
    await expect(walkAll(chatty)).rejects.toThrow('2 calls of fetch started in this step, not 1');
  });

  it('fails when a secret is stored after the step that needed it', async () => {
    const casesWithSecret = { events: [{ type: 'typed', secret: 'hunter2' }], answers: {} };
    await expect(walkAll(hoarder, { secrets: ['hunter2'] }, casesWithSecret)).rejects.toThrow('hunter2');
  });
});

const SWITCHES = ['a', 'b', 'c', 'd', 'e'] as const;
type Switch = (typeof SWITCHES)[number];

/** Each switch is on or off, independently of the others. */
const switches = setup({
  types: {} as { context: Record<Switch, boolean>; events: { type: 'flipped'; name: Switch } },
}).createMachine({
  context: { a: false, b: false, c: false, d: false, e: false },
  on: {
    flipped: { actions: assign(({ context, event: { name } }) => ({ ...context, [name]: !context[name] })) },
  },
});

describe('a pairwise search', () => {
  const events = SWITCHES.map((name) => ({ type: 'flipped' as const, name }));
  const expandedStates = (coversPairsOnly: boolean) => {
    const walked = newWalked();
    modelPaths(
      switches,
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

  it('continues from each state for every pair of values, not for all combinations', () => {
    expect(expandedStates(false)).toHaveLength(2 ** SWITCHES.length);
    const states = expandedStates(true);
    expect(states.length).toBeLessThan(2 ** SWITCHES.length);
    const pairs = SWITCHES.flatMap((one, index) =>
      SWITCHES.slice(index + 1).map(
        (other) => new Set(states.map((state) => `${state[one]} ${state[other]}`)),
      ),
    );
    expect(pairs.map(({ size }) => size)).toEqual(pairs.map(() => 4));
  });
});

/** Its call is answered once, although the state that invokes it stays active. */
const patient = fixture.createMachine({
  id: 'patient',
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
  const stepsOf = (pathsThrough: typeof stepByStep) =>
    modelPaths(sound as AnyStateMachine, undefined, cases, project, undefined, pathsThrough).map(
      ({ steps }) => steps.length,
    );

  it('take every transition in fewer steps than single steps do', async () => {
    expect(await walkAll(sound, {}, cases, inLongPaths)).toEqual([]);
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
    expect(sum(stepsOf(inLongPaths))).toBeLessThan(sum(stepsOf(stepByStep)));
  });

  it('answer a call once while its state stays active', async () => {
    expect(await walkAll(patient, {}, cases, inLongPaths)).toEqual([]);
  });

  it('leave out steps that were taken with another input, but reach every state', () => {
    const walked = newWalked();
    const statesOf = () =>
      modelPaths(sound as AnyStateMachine, undefined, cases, project, undefined, inLongPaths, {
        ...walked,
        states: new Set(),
      })
        .flatMap(({ steps }) => steps.map(({ state }) => state.value))
        .toSorted();
    const all = statesOf();
    const rest = statesOf();
    expect(rest.length).toBeLessThan(all.length);
    expect(new Set(rest)).toEqual(new Set(all));
  });
});

describe('the record of a transition', () => {
  it('contains source, event, guard, order and target', () => {
    const [first] = transitionsOf(sound).filter(({ event }) => event === 'xstate.done.actor.fetch');
    expect(first).toEqual({
      id: 'sound.asking/done:fetch/0',
      machine: 'sound',
      source: 'sound.asking',
      event: 'xstate.done.actor.fetch',
      index: 0,
      guard: 'isYes',
      targets: ['sound.done'],
    });
  });

  it('has a different line for every transition', () => {
    const lines = transitionsOf(sound).map(transitionLine);
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines).toHaveLength(6);
  });
});

describe('withoutPrefixes', () => {
  const path = (...types: readonly string[]) => ({ steps: types.map((type) => ({ event: { type } })) });

  it('leaves out paths that equal another one or the beginning of one', () => {
    const [long, other, alone] = [path('a', 'b', 'c'), path('a', 'x'), path('ab')];
    expect(withoutPrefixes([path('a'), long, path('a', 'b'), other, path('a', 'b', 'c'), alone])).toEqual([
      long,
      other,
      alone,
    ]);
  });
});
