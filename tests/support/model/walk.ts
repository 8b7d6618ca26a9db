import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { Actor, AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { TestPath } from 'xstate/graph';
import { DELAY_PREFIX, DONE_PREFIX, ERROR_PREFIX, portsInvokedBy } from '#cases/cases.ts';
import type { ScriptedPort } from '#tests/support/ports.ts';
import { settle } from '#tests/support/ports.ts';
import type { SteppedClock } from './clock.ts';
import type { Recorder } from './recorder.ts';
import { nodesOf } from './snapshots.ts';

export type Step = { readonly event: AnyEventObject; readonly state: AnyMachineSnapshot };
export type Path = TestPath<AnyMachineSnapshot, AnyEventObject>;

/** A running machine with everything that walking a path needs. */
export type Subject = {
  readonly actor: Actor<AnyStateMachine>;
  readonly clock: SteppedClock;
  readonly ports: Readonly<Record<string, ScriptedPort<unknown, unknown>>>;
  readonly recorder: Recorder;
  /** Performs `event`; `actor.send` unless a view does it. */
  readonly performEvent?: (event: AnyEventObject) => Promise<void>;
  /** Runs a step that happens outside the page, such as an answer; a test of a view wraps it in React's `act()`. */
  readonly wrap?: (step: () => Promise<void>) => Promise<void>;
  /** Checks the screen, or something else outside the machine, after each step. */
  readonly checkScreen?: (snapshot: AnyMachineSnapshot) => void | Promise<void>;
  /** Texts, such as passwords, that the machine may store only while a running port has them as its input. */
  readonly secrets?: readonly string[];
  /** Returns the values of a snapshot that are compared with the model. */
  readonly project: (snapshot: AnyMachineSnapshot) => unknown;
};

/** The length of the delay behind an `xstate.after…` event of an active state, in milliseconds. */
export function delayOf(snapshot: AnyMachineSnapshot, type: string): number {
  const delayed = nodesOf(snapshot)
    .flatMap(({ after }) => after)
    .find(({ eventType }) => eventType === type);
  const delays: Readonly<Record<string, unknown>> = snapshot.machine.implementations.delays;
  const delay = delayed && delays[String(delayed.delay)];
  const length: unknown = typeof delay === 'function' ? delay({ context: snapshot.context }) : delay;
  if (typeof length !== 'number') throw new Error(`No state waits for "${type}"`);
  return length;
}

/** Performs an event that no person causes: an answer, a broken port or a delay. */
async function performOutsideEvent(
  { actor, clock, ports }: Subject,
  { type, ...event }: AnyEventObject,
): Promise<void> {
  if (type.startsWith(DONE_PREFIX)) await ports[type.slice(DONE_PREFIX.length)]?.answer(event['output']);
  if (type.startsWith(ERROR_PREFIX)) await ports[type.slice(ERROR_PREFIX.length)]?.fail(event['error']);
  if (type.startsWith(DELAY_PREFIX)) await clock.advance(delayOf(actor.getSnapshot(), type));
}

async function perform(subject: Subject, event: AnyEventObject): Promise<void> {
  if (event.type.startsWith('xstate.')) {
    const step = () => performOutsideEvent(subject, event);
    return subject.wrap ? subject.wrap(step) : step();
  }
  if (subject.performEvent) return subject.performEvent(event);
  subject.actor.send(event);
  return settle();
}

/** Expects that a state calls its ports once when it is entered, and not again while it is active. */
function expectEffectsOnce(subject: Subject, callsBefore: ReadonlyMap<string, number>): void {
  const snapshot = subject.actor.getSnapshot();
  const invoked = subject.recorder
    .enteredStates(subject.actor, snapshot)
    .flatMap((id) => snapshot.machine.getStateNodeById(id).invoke.map((invoke) => invoke.id));
  for (const [port, { calls }] of Object.entries(subject.ports)) {
    const started = calls.length - (callsBefore.get(port) ?? 0);
    const expected = invoked.filter((id) => id === port).length;
    if (started !== expected)
      expect.fail(`${started} calls of ${port} started in this step, not ${expected}`);
  }
}

/** Expects that calls and timers of a state end when the state is left: only those of active states run. */
function expectNoLeftovers({ actor, clock, ports }: Subject): void {
  const snapshot = actor.getSnapshot();
  const isActive = snapshot.status === 'active';
  const invoked = isActive ? portsInvokedBy(snapshot) : [];
  const rootPorts = isActive ? snapshot.machine.root.invoke.map(({ id }) => id) : [];
  for (const [name, port] of Object.entries(ports)) {
    if (rootPorts.includes(name)) continue;
    const isAnswered = port.calls.at(-1)?.isAborted() === false && !port.isWaiting();
    const shouldWait = invoked.includes(name) && !isAnswered;
    if (port.isWaiting() !== shouldWait) {
      expect.fail(
        `${name} ${shouldWait ? 'does not wait, but its state is active' : 'waits, but its state was left'}`,
      );
    }
  }
  const expectedTimers = isActive ? nodesOf(snapshot).flatMap(({ after }) => after).length : 0;
  if (clock.timerCount !== expectedTimers)
    expect.fail(`${clock.timerCount} timers run, not ${expectedTimers}`);
}

/** Expects that the machine stores a secret only while a port with the secret in its input runs. */
function expectNoSecretStays({ actor, ports, secrets = [] }: Subject): void {
  if (secrets.length === 0) return;
  const persisted = JSON.stringify(actor.getPersistedSnapshot());
  const waiting = Object.values(ports).filter((port) => port.isWaiting());
  for (const secret of secrets) {
    const isNeeded = waiting.some((port) => JSON.stringify(port.waiting().input)?.includes(secret));
    if (!isNeeded && persisted.includes(secret)) expect(persisted).not.toContain(secret);
  }
}

/** Expects equal values. The comparison of the test runner is slow, so it is used only if the values differ. */
function expectEqual(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

/** Walks a path with the running machine, and compares the machine with the model after every step. */
export async function walk(path: Path, subject: Subject): Promise<void> {
  const { actor, ports, project } = subject;
  const countCalls = () => new Map(Object.entries(ports).map(([name, { calls }]) => [name, calls.length]));
  let callsBefore: ReadonlyMap<string, number> = new Map();

  const take = async ({ event }: Step) => {
    if (event.type !== 'xstate.init') callsBefore = countCalls();
    await perform(subject, event);
  };
  const compare = async (expected: AnyMachineSnapshot) => {
    const snapshot = actor.getSnapshot();
    expectEqual(snapshot.value, expected.value);
    expectEqual(snapshot.status, expected.status);
    expectEqual(project(snapshot), project(expected));
    expectEqual(snapshot.output, expected.output);
    expectEffectsOnce(subject, callsBefore);
    expectNoLeftovers(subject);
    expectNoSecretStays(subject);
    await subject.checkScreen?.(snapshot);
  };

  await path.test({
    events: Object.fromEntries(path.steps.map(({ event }) => [event.type, take])),
    states: { '*': compare },
  });
}
