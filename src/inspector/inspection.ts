import type { AnyActorRef } from 'xstate';
import type { Feed } from './feed.ts';
import type { JumpingClock } from './jumping-clock.ts';

/** The data of the panel. */
export type Inspection = {
  readonly portal: AnyActorRef;
  readonly feed: Feed;
  readonly clock: Pick<JumpingClock, 'now' | 'ahead'>;
  /** Whether a jump also moves the server's clock; a foreign server's stays. */
  readonly movesServerClock: boolean;
  /** Advances the time. Rejects when the server's clock should be moved too, but was not. */
  readonly jump: (ms: number) => Promise<void>;
};
