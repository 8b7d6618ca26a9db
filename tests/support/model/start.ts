import { type Actor, type AnyStateMachine, createActor, type InputFrom } from 'xstate';
import { forgetCalls, type ScriptedPorts, script } from '#tests/support/ports.ts';
import { castingOf } from './casting.ts';
import { SteppedClock } from './clock.ts';
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

const castings = new WeakMap<AnyStateMachine, () => ReturnType<typeof script<AnyStateMachine>>>();

/** A machine whose ports are scripted, for the rest of the running test. */
function scriptedFor(machine: AnyStateMachine) {
  const take =
    castings.get(machine) ??
    castingOf(
      () => script(machine),
      ({ ports }) => forgetCalls(ports),
    );
  castings.set(machine, take);
  return take();
}

/** Runs a machine whose ports are all scripted. */
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
export function starterOf<Machine extends AnyStateMachine>(
  machine: Machine,
  recorder?: Recorder,
): (input: InputFrom<Machine>) => Scripted<Machine> {
  const { machine: scripted, ports } = script(machine);
  return (input) => {
    forgetCalls(ports);
    return { ...run(scripted, input, recorder), ports };
  };
}
