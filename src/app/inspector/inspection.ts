import type { AnyActorRef } from 'xstate';
import type { Feed } from './feed.ts';
import type { JumpingClock } from './jumping-clock.ts';

/** What the panel is made of. */
export type Inspection = {
  readonly portal: AnyActorRef;
  readonly feed: Feed;
  readonly clock: Pick<JumpingClock, 'now' | 'ahead'>;
  /** Whether the server's clock goes along; that of a foreign server does not. */
  readonly movesServerClock: boolean;
  /** Lets milliseconds pass at once. Rejects when the server does not go along although it should. */
  readonly jump: (ms: number) => Promise<void>;
};
