import {
  type ActorScope,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createEmptyActor,
  type ExecutableActionObject,
} from 'xstate';

/** The actor for all transitions. Creating an actor takes longer than most transitions. */
const PLACEHOLDER_ACTOR: AnyActorRef = createEmptyActor();

/** An actor scope that adds the actions to a list and does not execute them. */
function createCollectingScope(
  actions: ExecutableActionObject[],
): ActorScope<AnyMachineSnapshot, AnyEventObject> {
  return {
    self: PLACEHOLDER_ACTOR,
    id: '',
    sessionId: '',
    system: PLACEHOLDER_ACTOR.system,
    logger: () => undefined,
    defer: () => undefined,
    stopChild: () => undefined,
    emit: () => undefined,
    actionExecutor: (action) => actions.push(action),
  };
}

/**
 * Returns the snapshot of a machine after an event, and the actions to execute. The function has the same result as XState's
 * `transition`, which is slower because it creates an actor for each transition.
 */
export function fastTransition(
  snapshot: AnyMachineSnapshot,
  event: AnyEventObject,
): readonly [AnyMachineSnapshot, readonly ExecutableActionObject[]] {
  const actions: ExecutableActionObject[] = [];
  const machine = snapshot.machine as AnyStateMachine;
  return [machine.transition(snapshot, event, createCollectingScope(actions)), actions];
}
