import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { DeskMachine } from '#machines/desk/desk.machine.ts';

/** What a screen of the desk is given. */
export type ScreenProps = {
  readonly actor: ActorRefFrom<DeskMachine>;
  readonly snapshot: SnapshotFrom<DeskMachine>;
};
