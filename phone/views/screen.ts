import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { PhoneMachine } from '#machines/phone/phone.machine.ts';

/** What a screen of the app is given. */
export type ScreenProps = {
  readonly actor: ActorRefFrom<PhoneMachine>;
  readonly snapshot: SnapshotFrom<PhoneMachine>;
};
