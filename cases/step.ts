import {
  type ActorScope,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createEmptyActor,
  type ExecutableActionObject,
} from 'xstate';

/** Stands for every machine that takes a step: to make an actor takes longer than most steps. */
const NOBODY: AnyActorRef = createEmptyActor();

/** Where a machine takes a step and nothing of it happens. */
function inertScope(executed: ExecutableActionObject[]): ActorScope<AnyMachineSnapshot, AnyEventObject> {
  return {
    self: NOBODY,
    id: '',
    sessionId: '',
    system: NOBODY.system,
    logger: () => undefined,
    defer: () => undefined,
    stopChild: () => undefined,
    emit: () => undefined,
    actionExecutor: (action) => executed.push(action),
  };
}

/**
 * What a machine makes of an event, and the actions that it asks for. As XState's `transition`, which starts the
 * whole machine for each step: that takes longer than the step.
 */
export function step(
  snapshot: AnyMachineSnapshot,
  event: AnyEventObject,
): readonly [AnyMachineSnapshot, readonly ExecutableActionObject[]] {
  const executed: ExecutableActionObject[] = [];
  const machine = snapshot.machine as AnyStateMachine;
  return [machine.transition(snapshot, event, inertScope(executed)), executed];
}
