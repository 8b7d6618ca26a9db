import type { AnyActorRef } from 'xstate';
import type { StartOptions } from '#src/app/boot/start-portal.tsx';
import type { RuntimeConfig } from '#wire/runtime-config.ts';
import { advanceServerClock, fetchServerClock } from './clock-call.ts';
import { createFeed } from './feed.ts';
import { JumpingClock, type Ticker } from './jumping-clock.ts';

/** The options to start the portal with, and the function that shows the panel next to it. */
type InspectorOptions = Required<Omit<StartOptions, 'resumed'>> & {
  readonly show: (portal: AnyActorRef) => Promise<void>;
};

const realTime = (pageWindow: Window): Ticker => {
  const { now } = Date;
  return {
    now: () => now.call(Date),
    setTimeout: (fire, ms) => pageWindow.setTimeout(fire, ms),
    clearTimeout: (id) => pageWindow.clearTimeout(id),
  };
};

/**
 * Makes the portal of `npm run dev` observable and its time movable. Afterwards `Date.now` is the time of
 * the portal, so that ports, countdowns and timers agree after a jump. No build has it: `src/main.tsx` loads it
 * only in development, before the portal starts.
 */
export async function attach(pageWindow: Window): Promise<InspectorOptions> {
  const server = await fetchServerClock(pageWindow);
  const clock = new JumpingClock(realTime(pageWindow), server ?? 0);
  const feed = createFeed(clock.now);
  Date.now = clock.now;

  return {
    clock,
    inspect: feed.inspect,
    /** The configuration with a skew that stays correct when only the page's clock jumps. */
    changeConfig: (config: RuntimeConfig): RuntimeConfig =>
      server === null
        ? {
            ...config,
            get skewMs() {
              return config.skewMs - clock.ahead;
            },
          }
        : config,
    /** Puts the panel on the page. */
    async show(portal: AnyActorRef): Promise<void> {
      const { dock } = await import('./dock.tsx');
      dock(pageWindow, {
        portal,
        feed,
        clock,
        movesServerClock: server !== null,
        jump: (ms) =>
          clock.jump(ms, (step) =>
            server === null ? Promise.resolve() : advanceServerClock(pageWindow, step),
          ),
      });
    },
  };
}
