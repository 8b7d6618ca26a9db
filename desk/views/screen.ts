import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { DeskMachine } from '#machines/desk/desk.machine.ts';

/** The props of a screen of the help desk. */
export type ScreenProps = {
  readonly actor: ActorRefFrom<DeskMachine>;
  readonly snapshot: SnapshotFrom<DeskMachine>;
};
