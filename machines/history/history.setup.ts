import { assign, sendTo, setup } from 'xstate';
import { source, UnprovidedPortError } from '#machines/shared/port.ts';
import type { Entry, HistoryCommand, HistoryEvent, Place, Screen } from './history.types.ts';

type HistoryContext = {
  /** The current history entry of the browser; null until it is known. */
  readonly entry: Entry | null;
  readonly screen: Screen | null;
  /** The screen replaces the entry before it. */
  readonly isReplacing: boolean;
};

const isSame = (one: Place | null | undefined, other: Place | null | undefined): boolean =>
  one?.screen === other?.screen && one?.step === other?.step;

const placeOf = ({ address, screen, step }: Place): Place => ({ address, screen, step });

const isStepOf = (entry: Entry | null, place: Place | null | undefined): boolean =>
  entry !== null && entry.screen === place?.screen;

/** The new entry of a place after `entry`. Steps of one screen have the same `before`. */
const entryAfter = (entry: Entry | null, place: Place): Entry =>
  entry !== null && isStepOf(entry, place)
    ? { ...place, before: entry.before, trail: [...entry.trail, place.step] }
    : { ...place, before: entry && placeOf(entry), trail: [place.step] };

/** The entry of a place that replaces `entry`. */
const replacementEntry = (entry: Entry | null, place: Place): Entry => ({
  ...place,
  before: entry?.before ?? null,
  trail: entry !== null && isStepOf(entry, place) ? [...entry.trail.slice(0, -1), place.step] : [place.step],
});

/**
 * The number of entries to go back: to the entry of that step, of the first step of the screen, or of the previous
 * screen.
 */
function entriesBack({ entry, screen }: HistoryContext): number {
  const place = screen?.place;
  if (!entry || !place) return 0;
  const steps = entry.trail.length - 1;
  if (isStepOf(entry, place)) {
    const index = entry.trail.indexOf(place.step);
    return index === -1 ? 0 : steps - index;
  }
  return isSame(entry.before, place) ? steps + 1 : steps;
}

/** Setup of the history machine. */
export const historySetup = setup({
  types: { context: {} as HistoryContext, events: {} as HistoryEvent, tags: {} as 'asking' },
  actors: {
    /** Reports the browser's current entry, and writes entries. */
    addressBar: source<HistoryCommand>('history.addressBar'),
  },
  guards: {
    isAddressCurrent: ({ context: { entry, screen } }) => !screen?.place || isSame(screen.place, entry),
    isReplacing: ({ context }) => context.isReplacing,
    leadsBack: ({ context }) => entriesBack(context) > 0,
    leavesSteps: ({ context }) => (context.entry?.trail.length ?? 0) > 1 && entriesBack(context) > 0,
    isCurrentScreen: ({ context }, place: Place) => isSame(context.screen?.place, place),
    isCurrentEntry: ({ context }, place: Place) => isSame(context.entry, place),
    isOtherStep: ({ context }, place: Place) => context.screen?.place?.screen === place.screen,
    /** The browser goes forward to a step that was left. */
    isLaterStep: ({ context: { screen } }, entry: Entry) =>
      screen?.place?.screen === entry.screen && entry.trail.includes(screen.place.step),
  },
  actions: {
    setEntry: assign((_, entry: Entry) => ({ entry })),
    setScreen: assign(({ context }, screen: Screen) => ({
      screen,
      isReplacing: screen.replacesEntry || context.screen?.isTransient === true,
    })),
    setNextScreen: assign(({ context }, screen: Screen) => ({
      screen,
      isReplacing: context.isReplacing || screen.replacesEntry || context.screen?.isTransient === true,
    })),
    setScreenOfPortal: assign((_, screen: Screen) => ({ screen, isReplacing: true })),
    pushEntry: assign(({ context: { entry, screen } }) =>
      screen?.place ? { entry: entryAfter(entry, screen.place) } : {},
    ),
    replaceEntry: assign(({ context: { entry, screen } }) =>
      screen?.place ? { entry: replacementEntry(entry, screen.place) } : {},
    ),
    setFollowedLink: assign((_, place: Place) => ({ entry: entryAfter(null, place) })),
    write: sendTo('addressBar', ({ context }, type: 'entry.push' | 'entry.replace') => ({
      type,
      entry: context.entry,
    })),
    goBack: sendTo('addressBar', ({ context }) => ({ type: 'entry.leave', entries: entriesBack(context) })),
    /** A screen after the steps of another replaces their first entry, unless it preceded them. */
    setReplacesSteps: assign(({ context: { entry, screen } }) => ({
      isReplacing: !isStepOf(entry, screen?.place) && !isSame(entry?.before, screen?.place),
    })),
    /** Asks the portal for the screen of an address; the portal answers with its current screen. */
    requestScreen: (_, _place: Place) => {
      throw new UnprovidedPortError('history.requestScreen');
    },
    /** Asks the current flow for one of its steps; the flow answers with its current step. */
    requestStep: (_, _place: Place) => {
      throw new UnprovidedPortError('history.requestStep');
    },
  },
});
