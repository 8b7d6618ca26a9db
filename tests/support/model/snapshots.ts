import type { AnyMachineSnapshot, AnyStateNode } from 'xstate';

export const isMachineSnapshot = (snapshot: unknown): snapshot is AnyMachineSnapshot =>
  typeof snapshot === 'object' && snapshot !== null && '_nodes' in snapshot;

/** The nodes of the active states. */
export const nodesOf = (snapshot: AnyMachineSnapshot): readonly AnyStateNode[] => snapshot._nodes;
