import { type Actor, type AnyStateMachine, createActor, type InputFrom } from 'xstate';
import { type ScriptedPorts, script } from '#tests/support/ports.ts';
import { SteppedClock } from './clock.ts';
import { createRecorder, type Recorder } from './recorder.ts';

export type Running<Machine extends AnyStateMachine> = {
  readonly actor: Actor<Machine>;
  readonly clock: SteppedClock;
};

export type Scripted<Machine extends AnyStateMachine> = Running<Machine> & {
  readonly ports: ScriptedPorts<Machine>;
};

/** Runs a machine on a clock that stands still. */
export function run<Machine extends AnyStateMachine>(
  machine: Machine,
  input: InputFrom<Machine>,
  recorder: Recorder = createRecorder(),
): Running<Machine> {
  const clock = new SteppedClock();
  const actor = createActor<AnyStateMachine>(machine, { input, clock, inspect: recorder.inspect });
  return { actor: actor.start() as Actor<Machine>, clock };
}

/** Runs a machine whose ports are all scripted. */
export const start = <Machine extends AnyStateMachine>(
  machine: Machine,
  input: InputFrom<Machine>,
  recorder?: Recorder,
): Scripted<Machine> => starterOf(machine, recorder)(input);

/** Runs a machine with scripted ports again and again, once at a time. */
export function starterOf<Machine extends AnyStateMachine>(
  machine: Machine,
  recorder?: Recorder,
): (input: InputFrom<Machine>) => Scripted<Machine> {
  const { machine: scripted, ports } = script(machine);
  return (input) => {
    for (const port of Object.values(ports)) port.forget();
    return { ...run(scripted, input, recorder), ports };
  };
}
