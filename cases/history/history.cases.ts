import type { Cases } from '#cases/cases.ts';
import type { HistoryMachine } from '#machines/history/history.machine.ts';
import type { HistoryEvent, Place, Screen } from '#machines/history/history.types.ts';

export const placeOf = (address: string, step = ''): Place => ({ address, screen: address, step });

export const screenAt = (place: Place | null, changes: Partial<Screen> = {}): Screen => ({
  place,
  isTransient: false,
  replacesEntry: false,
  ...changes,
});

const ID = placeOf('/first');
const PASSWORD = placeOf('/first/auth');
const STEP = placeOf('/first/auth', 'second');

const screenShown = (screen: Screen): HistoryEvent => ({ type: 'screen.shown', screen });
const entryReached = (place: Place, before: Place | null = null, trail = [place.step]): HistoryEvent => ({
  type: 'entry.reached',
  entry: { ...place, before, trail },
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
    { type: 'link.followed', place: ID },
    { type: 'link.followed', place: PASSWORD },
  ],
  answers: {},
} satisfies Cases<HistoryMachine>;
