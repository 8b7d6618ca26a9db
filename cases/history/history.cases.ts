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

const shown = (screen: Screen): HistoryEvent => ({ type: 'screen.shown', screen });
const reached = (place: Place, before: Place | null = null, trail = [place.step]): HistoryEvent => ({
  type: 'entry.reached',
  entry: { ...place, before, trail },
});

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    shown(screenAt(ID)),
    shown(screenAt(PASSWORD)),
    shown(screenAt(STEP)),
    shown(screenAt(null, { isTransient: true })),
    shown(screenAt(PASSWORD, { replacesEntry: true })),
    reached(ID),
    reached(PASSWORD, ID),
    reached(STEP, ID, ['', 'second']),
    { type: 'link.followed', place: ID },
    { type: 'link.followed', place: PASSWORD },
  ],
  answers: {},
} satisfies Cases<HistoryMachine>;
