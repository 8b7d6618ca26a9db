import type { AnyActorRef } from 'xstate';
import type { StartOptions } from '#src/app/boot/start-portal.tsx';
import type { RuntimeConfig } from '#wire/runtime-config.ts';
import { advanceServerClock, fetchServerOffset } from './clock-call.ts';
import { createFeed } from './feed.ts';
import { JumpingClock, type RealClock } from './jumping-clock.ts';

/** The options with which the portal must be started, and the function that shows the inspector. */
type InspectorOptions = Required<Omit<StartOptions, 'resumed'>> & {
  readonly show: (portal: AnyActorRef) => Promise<void>;
};

/** The real clock of the browser, even after `Date.now` is replaced. */
const realClockOf = (pageWindow: Window): RealClock => {
  const { now } = Date;
  return {
    now: () => now.call(Date),
    setTimeout: (fire, ms) => pageWindow.setTimeout(fire, ms),
    clearTimeout: (id) => pageWindow.clearTimeout(id),
  };
};

/**
 * Prepares the inspector, which records the events of the portal and can advance its clock. Replaces `Date.now` with
 * the clock of the portal, so that ports, countdowns and timers have the same time after a jump. Must be called before
 * the portal starts. `src/main.tsx` calls it only under `npm run dev`, so no build contains the inspector.
 */
export async function prepareInspector(pageWindow: Window): Promise<InspectorOptions> {
  /** The server's time minus the real time; null if the server's clock cannot be advanced. */
  const serverOffset = await fetchServerOffset(pageWindow);
  const clock = new JumpingClock(realClockOf(pageWindow), serverOffset ?? 0);
  const feed = createFeed(clock.now);
  Date.now = clock.now;

  return {
    clock,
    inspect: feed.inspect,
    /** If only the clock of the page can jump, each jump changes the difference between the clocks, `skewMs`. */
    changeConfig: (config: RuntimeConfig): RuntimeConfig =>
      serverOffset === null
        ? {
            ...config,
            get skewMs() {
              return config.skewMs - clock.ahead;
            },
          }
        : config,
    /** Adds the panel to the page. */
    async show(portal: AnyActorRef): Promise<void> {
      const { showInspector } = await import('./dock.tsx');
      showInspector(pageWindow, {
        portal,
        feed,
        clock,
        movesServerClock: serverOffset !== null,
        jump: (ms) =>
          clock.jump(ms, (step) =>
            serverOffset === null ? Promise.resolve() : advanceServerClock(pageWindow, step),
          ),
      });
    },
  };
}
