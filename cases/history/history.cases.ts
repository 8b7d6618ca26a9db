import type { Cases } from '#cases/cases.ts';
import type { HistoryMachine } from '#machines/history/history.machine.ts';
import type { HistoryEvent, ScreenLocation, ShownScreen } from '#machines/history/history.types.ts';

/** The location of a screen whose key is the same as its address. */
export const locationOf = (address: string, step = ''): ScreenLocation => ({
  address,
  screenKey: address,
  step,
});

/** A screen at a location; `changes` replace fields of an ordinary screen. */
export const screenAt = (
  location: ScreenLocation | null,
  changes: Partial<ShownScreen> = {},
): ShownScreen => ({
  location,
  isTransient: false,
  replacesEntry: false,
  ...changes,
});

const ID_ENTRY = locationOf('/first');
const PASSWORD_SCREEN = locationOf('/first/auth');
const PASSWORD_SECOND_STEP = locationOf('/first/auth', 'second');

const screenShown = (screen: ShownScreen): HistoryEvent => ({ type: 'screen.shown', screen });
const entryReached = (
  location: ScreenLocation,
  before: ScreenLocation | null = null,
  trail = [location.step],
): HistoryEvent => ({
  type: 'entry.reached',
  entry: { ...location, before, trail },
});

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    screenShown(screenAt(ID_ENTRY)),
    screenShown(screenAt(PASSWORD_SCREEN)),
    screenShown(screenAt(PASSWORD_SECOND_STEP)),
    screenShown(screenAt(null, { isTransient: true })),
    screenShown(screenAt(PASSWORD_SCREEN, { replacesEntry: true })),
    entryReached(ID_ENTRY),
    entryReached(PASSWORD_SCREEN, ID_ENTRY),
    entryReached(PASSWORD_SECOND_STEP, ID_ENTRY, ['', 'second']),
    { type: 'link.followed', location: ID_ENTRY },
    { type: 'link.followed', location: PASSWORD_SCREEN },
  ],
  answers: {},
} satisfies Cases<HistoryMachine>;
