import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { DeskMachine } from '#machines/desk/desk.machine.ts';

/** Properties of a screen. */
export type ScreenProps = {
  readonly actor: ActorRefFrom<DeskMachine>;
  readonly snapshot: SnapshotFrom<DeskMachine>;
};
