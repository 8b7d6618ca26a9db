import { type Actor, type AnyStateMachine, createActor, type InputFrom } from 'xstate';
import { forgetCalls, type ScriptedPorts, script } from '#tests/support/ports.ts';
import { SteppedClock } from './clock.ts';
import { poolOf } from './pool.ts';
import { createRecorder, type Recorder } from './recorder.ts';

export type Running<Machine extends AnyStateMachine> = {
  readonly actor: Actor<Machine>;
  readonly clock: SteppedClock;
};

export type Scripted<Machine extends AnyStateMachine> = Running<Machine> & {
  readonly ports: ScriptedPorts<Machine>;
};

/** Runs a machine on a stopped clock. */
export function run<Machine extends AnyStateMachine>(
  machine: Machine,
  input: InputFrom<Machine>,
  recorder: Recorder = createRecorder(),
): Running<Machine> {
  const clock = new SteppedClock();
  const actor = createActor<AnyStateMachine>(machine, { input, clock, inspect: recorder.inspect });
  return { actor: actor.start() as Actor<Machine>, clock };
}

const pools = new WeakMap<AnyStateMachine, () => ReturnType<typeof script<AnyStateMachine>>>();

/** A machine with scripted ports that the running test has for itself. */
function scriptedFor(machine: AnyStateMachine) {
  const take =
    pools.get(machine) ??
    poolOf(
      () => script(machine),
      ({ ports }) => forgetCalls(ports),
    );
  pools.set(machine, take);
  return take();
}

/** Runs a machine with scripted ports. */
export function start<Machine extends AnyStateMachine>(
  machine: Machine,
  input: InputFrom<Machine>,
  recorder?: Recorder,
): Scripted<Machine> {
  const { machine: scripted, ports } = scriptedFor(machine);
  const running = run(scripted as Machine, input, recorder);
  return { ...running, ports: ports as unknown as ScriptedPorts<Machine> };
}

/** Runs a machine with scripted ports several times, one run at a time. */
export function reusableStart<Machine extends AnyStateMachine>(
  machine: Machine,
  recorder?: Recorder,
): (input: InputFrom<Machine>) => Scripted<Machine> {
  const { machine: scripted, ports } = script(machine);
  return (input) => {
    forgetCalls(ports);
    return { ...run(scripted, input, recorder), ports };
  };
}
