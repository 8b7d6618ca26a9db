import { assign, sendTo, setup } from 'xstate';
import { source, UnprovidedPortError } from '#machines/shared/port.ts';
import type { Entry, HistoryCommand, HistoryEvent, ScreenLocation, ShownScreen } from './history.types.ts';

type HistoryContext = {
  /** The current history entry of the browser; null until it is known. */
  readonly entry: Entry | null;
  readonly screen: ShownScreen | null;
  /** Whether `screen` replaces the current entry. */
  readonly isReplacing: boolean;
};

const isSameLocation = (
  first: ScreenLocation | null | undefined,
  second: ScreenLocation | null | undefined,
): boolean => first?.screenKey === second?.screenKey && first?.step === second?.step;

const locationOf = ({ address, screenKey, step }: ScreenLocation): ScreenLocation => ({
  address,
  screenKey,
  step,
});

const isSameScreen = (entry: Entry | null, screenLocation: ScreenLocation | null | undefined): boolean =>
  entry !== null && entry.screenKey === screenLocation?.screenKey;

/** A new entry for a location, which follows `entry`. The entries of a screen have the same `before`. */
const entryAfter = (entry: Entry | null, screenLocation: ScreenLocation): Entry =>
  entry !== null && isSameScreen(entry, screenLocation)
    ? { ...screenLocation, before: entry.before, trail: [...entry.trail, screenLocation.step] }
    : { ...screenLocation, before: entry && locationOf(entry), trail: [screenLocation.step] };

/** An entry for a location, which replaces `entry`. */
const replacementEntry = (entry: Entry | null, screenLocation: ScreenLocation): Entry => ({
  ...screenLocation,
  before: entry?.before ?? null,
  trail:
    entry !== null && isSameScreen(entry, screenLocation)
      ? [...entry.trail.slice(0, -1), screenLocation.step]
      : [screenLocation.step],
});

/**
 * The number of entries to go back before `screen` gets its entry. From another step of the same screen: to the entry of
 * the requested step. From another screen: to the entry of the first step, or to the entry before that entry when it
 * belongs to `screen`.
 */
function entriesBack({ entry, screen }: HistoryContext): number {
  const screenLocation = screen?.location;
  if (!entry || !screenLocation) return 0;
  const steps = entry.trail.length - 1;
  if (isSameScreen(entry, screenLocation)) {
    const index = entry.trail.indexOf(screenLocation.step);
    return index === -1 ? 0 : steps - index;
  }
  return isSameLocation(entry.before, screenLocation) ? steps + 1 : steps;
}

/** Setup of the history machine. */
export const historySetup = setup({
  types: { context: {} as HistoryContext, events: {} as HistoryEvent, tags: {} as 'requesting' },
  actors: {
    /** Reports the browser's current entry, and writes entries. */
    addressBar: source<HistoryCommand>('history.addressBar'),
  },
  guards: {
    isAddressCurrent: ({ context: { entry, screen } }) =>
      !screen?.location || isSameLocation(screen.location, entry),
    isReplacing: ({ context }) => context.isReplacing,
    leadsBack: ({ context }) => entriesBack(context) > 0,
    leavesSteps: ({ context }) => (context.entry?.trail.length ?? 0) > 1 && entriesBack(context) > 0,
    isCurrentScreen: ({ context }, screenLocation: ScreenLocation) =>
      isSameLocation(context.screen?.location, screenLocation),
    isCurrentEntry: ({ context }, screenLocation: ScreenLocation) =>
      isSameLocation(context.entry, screenLocation),
    /** The entry belongs to the current screen. */
    isOtherStep: ({ context }, screenLocation: ScreenLocation) =>
      context.screen?.location?.screenKey === screenLocation.screenKey,
    /** The browser goes forward to a step that the person has left. */
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
    writeEntry: sendTo('addressBar', ({ context }, type: 'entry.push' | 'entry.replace') => ({
      type,
      entry: context.entry,
    })),
    goBack: sendTo('addressBar', ({ context }) => ({ type: 'entry.leave', entries: entriesBack(context) })),
    /** A screen that follows a screen of several steps replaces the entry of the first step, unless it is the screen before. */
    setReplacesSteps: assign(({ context: { entry, screen } }) => ({
      isReplacing: !isSameScreen(entry, screen?.location) && !isSameLocation(entry?.before, screen?.location),
    })),
    /** Requests the screen of an address from the portal; the portal answers with its current screen. */
    requestScreen: (_, _location: ScreenLocation) => {
      throw new UnprovidedPortError('history.requestScreen');
    },
    /** Requests a step from the current flow; the flow answers with its current step. */
    requestStep: (_, _location: ScreenLocation) => {
      throw new UnprovidedPortError('history.requestStep');
    },
  },
});
