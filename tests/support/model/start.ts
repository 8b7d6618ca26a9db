import { type Actor, type AnyStateMachine, createActor, type InputFrom } from 'xstate';
import { forgetCalls, type ScriptedPorts, script } from '#tests/support/ports.ts';
import { SteppedClock } from './clock.ts';
import { createPool } from './pool.ts';
import { createRecorder, type Recorder } from './recorder.ts';

/** A running machine with its clock. */
export type Running<Machine extends AnyStateMachine> = {
  readonly actor: Actor<Machine>;
  readonly clock: SteppedClock;
};

/** A running machine with scripted ports. */
export type Scripted<Machine extends AnyStateMachine> = Running<Machine> & {
  readonly ports: ScriptedPorts<Machine>;
};

/** Runs a machine on a clock that only the test advances. */
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

/** A machine with scripted ports that no other test uses at the same time. */
function takeScripted(machine: AnyStateMachine) {
  const take =
    pools.get(machine) ??
    createPool(
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
  const { machine: scripted, ports } = takeScripted(machine);
  const running = run(scripted as Machine, input, recorder);
  return { ...running, ports: ports as unknown as ScriptedPorts<Machine> };
}

/** Returns a function that runs the machine. All runs use the same scripted ports, so there can be only one run at a time. */
export function createStarter<Machine extends AnyStateMachine>(
  machine: Machine,
  recorder?: Recorder,
): (input: InputFrom<Machine>) => Scripted<Machine> {
  const { machine: scripted, ports } = script(machine);
  return (input) => {
    forgetCalls(ports);
    return { ...run(scripted, input, recorder), ports };
  };
}
