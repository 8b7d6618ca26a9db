import type { AnyActorRef } from 'xstate';
import type { Feed } from './feed.ts';
import type { JumpingClock } from './jumping-clock.ts';

/** The data and functions that the panel of the inspector uses. */
export type Inspection = {
  readonly portal: AnyActorRef;
  readonly feed: Feed;
  readonly clock: Pick<JumpingClock, 'now' | 'ahead'>;
  /** Whether `jump` also advances the server's clock. False for a server that does not offer this. */
  readonly movesServerClock: boolean;
  /** Advances the clock by `ms` milliseconds. Rejects if the server's clock could not be advanced as well. */
  readonly jump: (ms: number) => Promise<void>;
};
