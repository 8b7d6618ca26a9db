import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { PhoneMachine } from '#machines/phone/phone.machine.ts';

/** The props of a screen of the app. */
export type ScreenProps = {
  readonly actor: ActorRefFrom<PhoneMachine>;
  readonly snapshot: SnapshotFrom<PhoneMachine>;
};
