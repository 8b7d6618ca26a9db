import { assign, sendTo, setup } from 'xstate';
import { source, UnprovidedPortError } from '#machines/shared/port.ts';
import type { Entry, HistoryCommand, HistoryEvent, Place, Screen } from './history.types.ts';

type HistoryContext = {
  /** Where the browser stands; null until it has said so. */
  readonly entry: Entry | null;
  readonly screen: Screen | null;
  /** The screen takes the entry of what was before it. */
  readonly isReplacing: boolean;
};

const isSame = (one: Place | null | undefined, other: Place | null | undefined): boolean =>
  one?.screen === other?.screen && one?.step === other?.step;

/** What a pushed entry has before it, a replacing one has had already. */
const entryOf = (place: Place, before: Place | null): Entry => ({ ...place, before });

const placeOf = ({ address, screen, step }: Place): Place => ({ address, screen, step });

/**
 * Keeps the browser's history and the screens in step. The address follows the screen; what the person does to the
 * history is asked of the portal, which may answer with another screen. A screen that leads back to the one before it
 * goes back in the history as well: otherwise the browser's Back would lead from there to what was just left. The
 * steps of a screen are entries of one address, so that Back is the step before (decision 198).
 */
export const historyMachine = setup({
  types: { context: {} as HistoryContext, events: {} as HistoryEvent, tags: {} as 'asking' },
  actors: {
    /** Tells where the browser stands, and writes its entries. */
    addressBar: source<HistoryCommand>('history.addressBar'),
  },
  guards: {
    isHere: ({ context: { entry, screen } }) => !screen?.place || isSame(screen.place, entry),
    isReplacing: ({ context }) => context.isReplacing,
    leadsBack: ({ context: { entry, screen } }) =>
      entry?.before != null && isSame(entry.before, screen?.place),
    isOn: ({ context }, place: Place) => isSame(context.screen?.place, place),
    isAt: ({ context }, place: Place) => isSame(context.entry, place),
    isOtherStep: ({ context }, place: Place) => context.screen?.place?.screen === place.screen,
  },
  actions: {
    noteEntry: assign((_, entry: Entry) => ({ entry })),
    noteScreen: assign(({ context }, screen: Screen) => ({
      screen,
      isReplacing: screen.takesPlace || context.screen?.isPassage === true,
    })),
    noteAnswer: assign((_, screen: Screen) => ({ screen, isReplacing: true })),
    pushEntry: assign(({ context: { entry, screen } }) =>
      screen?.place ? { entry: entryOf(screen.place, entry && placeOf(entry)) } : {},
    ),
    replaceEntry: assign(({ context: { entry, screen } }) =>
      screen?.place ? { entry: entryOf(screen.place, entry?.before ?? null) } : {},
    ),
    noteLink: assign((_, place: Place) => ({ entry: entryOf(place, null) })),
    write: sendTo('addressBar', ({ context }, type: 'entry.push' | 'entry.replace') => ({
      type,
      entry: context.entry,
    })),
    goBack: sendTo('addressBar', { type: 'entry.leave' }),
    /** Asks the portal for the screen of an address; it answers with the one that is on then. */
    askPortal: (_, _place: Place) => {
      throw new UnprovidedPortError('history.askPortal');
    },
    /** Asks the flow that is on for one of its steps; it answers with the one that is on then. */
    askFlow: (_, _place: Place) => {
      throw new UnprovidedPortError('history.askFlow');
    },
  },
}).createMachine({
  id: 'history',
  context: { entry: null, screen: null, isReplacing: false },
  invoke: {
    id: 'addressBar',
    src: 'addressBar',
    // The screens work without a history.
    onError: {},
  },
  on: {
    'link.followed': [
      { guard: { type: 'isOn', params: ({ event }) => event.place } },
      {
        guard: { type: 'isAt', params: ({ event }) => event.place },
        target: '.asking',
        actions: { type: 'askPortal', params: ({ event }) => event.place },
      },
      {
        target: '.asking',
        actions: [
          { type: 'noteLink', params: ({ event }) => event.place },
          { type: 'write', params: 'entry.push' },
          { type: 'askPortal', params: ({ event }) => event.place },
        ],
      },
    ],
    'entry.reached': [
      {
        guard: { type: 'isOn', params: ({ event }) => event.entry },
        target: '.standing',
        actions: { type: 'noteEntry', params: ({ event }) => event.entry },
      },
      {
        guard: { type: 'isOtherStep', params: ({ event }) => event.entry },
        target: '.stepping',
        actions: [
          { type: 'noteEntry', params: ({ event }) => event.entry },
          { type: 'askFlow', params: ({ event }) => event.entry },
        ],
      },
      {
        target: '.asking',
        actions: [
          { type: 'noteEntry', params: ({ event }) => event.entry },
          { type: 'askPortal', params: ({ event }) => event.entry },
        ],
      },
    ],
  },
  initial: 'opening',
  states: {
    opening: {
      description: 'The browser is yet to say where it stands.',
      on: {
        'entry.reached': {
          target: 'asking',
          actions: { type: 'noteEntry', params: ({ event }) => event.entry },
        },
      },
    },
    asking: {
      description: 'The portal is asked for the screen of the address: whatever it shows takes this entry.',
      tags: 'asking',
      on: {
        'screen.shown': {
          target: 'following',
          actions: { type: 'noteAnswer', params: ({ event }) => event.screen },
        },
      },
    },
    stepping: {
      description:
        'The flow is asked for the step of the entry. One that stays where it is keeps its own entry.',
      tags: 'asking',
      on: {
        'screen.shown': {
          target: 'following',
          actions: { type: 'noteScreen', params: ({ event }) => event.screen },
        },
      },
    },
    standing: {
      description: 'Address and screen are in step.',
      on: {
        'screen.shown': {
          target: 'following',
          actions: { type: 'noteScreen', params: ({ event }) => event.screen },
        },
      },
    },
    following: {
      description: 'Brings the address to the screen: by a new entry, by this one, or by the one before.',
      always: [
        { guard: 'isHere', target: 'standing' },
        {
          guard: 'isReplacing',
          target: 'standing',
          actions: ['replaceEntry', { type: 'write', params: 'entry.replace' }],
        },
        { guard: 'leadsBack', target: 'returning', actions: 'goBack' },
        { target: 'standing', actions: ['pushEntry', { type: 'write', params: 'entry.push' }] },
      ],
    },
    returning: {
      description: 'The browser is on its way to the entry before. What is shown meanwhile waits for it.',
      on: {
        'screen.shown': { actions: { type: 'noteScreen', params: ({ event }) => event.screen } },
        'entry.reached': {
          target: 'following',
          actions: { type: 'noteEntry', params: ({ event }) => event.entry },
        },
      },
    },
  },
});

export type HistoryMachine = typeof historyMachine;
