import { assign, sendTo, setup } from 'xstate';
import { source, UnprovidedPortError } from '#machines/shared/port.ts';
import type { Entry, HistoryCommand, HistoryEvent, ScreenLocation, ShownScreen } from './history.types.ts';

type HistoryContext = {
  /** The current history entry of the browser; null until it is known. */
  readonly entry: Entry | null;
  readonly screen: ShownScreen | null;
  /** The screen replaces the entry before it. */
  readonly isReplacing: boolean;
};

const isSame = (one: ScreenLocation | null | undefined, other: ScreenLocation | null | undefined): boolean =>
  one?.screenKey === other?.screenKey && one?.step === other?.step;

const locationOf = ({ address, screenKey, step }: ScreenLocation): ScreenLocation => ({
  address,
  screenKey,
  step,
});

const isStepOf = (entry: Entry | null, screenLocation: ScreenLocation | null | undefined): boolean =>
  entry !== null && entry.screenKey === screenLocation?.screenKey;

/** The new entry of a location after `entry`. Steps of one screen have the same `before`. */
const entryAfter = (entry: Entry | null, screenLocation: ScreenLocation): Entry =>
  entry !== null && isStepOf(entry, screenLocation)
    ? { ...screenLocation, before: entry.before, trail: [...entry.trail, screenLocation.step] }
    : { ...screenLocation, before: entry && locationOf(entry), trail: [screenLocation.step] };

/** The entry of a location that replaces `entry`. */
const replacementEntry = (entry: Entry | null, screenLocation: ScreenLocation): Entry => ({
  ...screenLocation,
  before: entry?.before ?? null,
  trail:
    entry !== null && isStepOf(entry, screenLocation)
      ? [...entry.trail.slice(0, -1), screenLocation.step]
      : [screenLocation.step],
});

/**
 * The number of entries to go back: to the entry of that step, of the first step of the screen, or of the previous
 * screen.
 */
function entriesBack({ entry, screen }: HistoryContext): number {
  const screenLocation = screen?.location;
  if (!entry || !screenLocation) return 0;
  const steps = entry.trail.length - 1;
  if (isStepOf(entry, screenLocation)) {
    const index = entry.trail.indexOf(screenLocation.step);
    return index === -1 ? 0 : steps - index;
  }
  return isSame(entry.before, screenLocation) ? steps + 1 : steps;
}

/** Setup of the history machine. */
export const historySetup = setup({
  types: { context: {} as HistoryContext, events: {} as HistoryEvent, tags: {} as 'asking' },
  actors: {
    /** Reports the browser's current entry, and writes entries. */
    addressBar: source<HistoryCommand>('history.addressBar'),
  },
  guards: {
    isAddressCurrent: ({ context: { entry, screen } }) => !screen?.location || isSame(screen.location, entry),
    isReplacing: ({ context }) => context.isReplacing,
    leadsBack: ({ context }) => entriesBack(context) > 0,
    leavesSteps: ({ context }) => (context.entry?.trail.length ?? 0) > 1 && entriesBack(context) > 0,
    isCurrentScreen: ({ context }, screenLocation: ScreenLocation) =>
      isSame(context.screen?.location, screenLocation),
    isCurrentEntry: ({ context }, screenLocation: ScreenLocation) => isSame(context.entry, screenLocation),
    isOtherStep: ({ context }, screenLocation: ScreenLocation) =>
      context.screen?.location?.screenKey === screenLocation.screenKey,
    /** The browser goes forward to a step that was left. */
    isLaterStep: ({ context: { screen } }, entry: Entry) =>
      screen?.location?.screenKey === entry.screenKey && entry.trail.includes(screen.location.step),
  },
  actions: {
    setEntry: assign((_, entry: Entry) => ({ entry })),
    setScreen: assign(({ context }, screen: ShownScreen) => ({
      screen,
      isReplacing: screen.replacesEntry || context.screen?.isTransient === true,
    })),
    setNextScreen: assign(({ context }, screen: ShownScreen) => ({
      screen,
      isReplacing: context.isReplacing || screen.replacesEntry || context.screen?.isTransient === true,
    })),
    setScreenOfPortal: assign((_, screen: ShownScreen) => ({ screen, isReplacing: true })),
    pushEntry: assign(({ context: { entry, screen } }) =>
      screen?.location ? { entry: entryAfter(entry, screen.location) } : {},
    ),
    replaceEntry: assign(({ context: { entry, screen } }) =>
      screen?.location ? { entry: replacementEntry(entry, screen.location) } : {},
    ),
    setFollowedLink: assign((_, screenLocation: ScreenLocation) => ({
      entry: entryAfter(null, screenLocation),
    })),
    write: sendTo('addressBar', ({ context }, type: 'entry.push' | 'entry.replace') => ({
      type,
      entry: context.entry,
    })),
    goBack: sendTo('addressBar', ({ context }) => ({ type: 'entry.leave', entries: entriesBack(context) })),
    /** A screen after the steps of another replaces their first entry, unless it preceded them. */
    setReplacesSteps: assign(({ context: { entry, screen } }) => ({
      isReplacing: !isStepOf(entry, screen?.location) && !isSame(entry?.before, screen?.location),
    })),
    /** Asks the portal for the screen of an address; the portal answers with its current screen. */
    requestScreen: (_, _location: ScreenLocation) => {
      throw new UnprovidedPortError('history.requestScreen');
    },
    /** Asks the current flow for one of its steps; the flow answers with its current step. */
    requestStep: (_, _location: ScreenLocation) => {
      throw new UnprovidedPortError('history.requestStep');
    },
  },
});
