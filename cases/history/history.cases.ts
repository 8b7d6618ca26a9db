import type { Cases } from '#cases/cases.ts';
import type { HistoryMachine } from '#machines/history/history.machine.ts';
import type { HistoryEvent, ScreenLocation, ShownScreen } from '#machines/history/history.types.ts';

export const locationOf = (address: string, step = ''): ScreenLocation => ({
  address,
  screenKey: address,
  step,
});

export const screenAt = (
  location: ScreenLocation | null,
  changes: Partial<ShownScreen> = {},
): ShownScreen => ({
  location,
  isTransient: false,
  replacesEntry: false,
  ...changes,
});

const ID = locationOf('/first');
const PASSWORD = locationOf('/first/auth');
const STEP = locationOf('/first/auth', 'second');

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
    screenShown(screenAt(ID)),
    screenShown(screenAt(PASSWORD)),
    screenShown(screenAt(STEP)),
    screenShown(screenAt(null, { isTransient: true })),
    screenShown(screenAt(PASSWORD, { replacesEntry: true })),
    entryReached(ID),
    entryReached(PASSWORD, ID),
    entryReached(STEP, ID, ['', 'second']),
    { type: 'link.followed', location: ID },
    { type: 'link.followed', location: PASSWORD },
  ],
  answers: {},
} satisfies Cases<HistoryMachine>;
