import type { AnyMachineSnapshot, AnyStateNode, Snapshot } from 'xstate';

/** Whether an actor with this snapshot runs a machine. */
export const isOfMachine = (snapshot: Snapshot<unknown>): snapshot is AnyMachineSnapshot =>
  '_nodes' in snapshot;

/** The current states of a machine. */
export const nodesIn = (snapshot: AnyMachineSnapshot): readonly AnyStateNode[] => snapshot._nodes;
