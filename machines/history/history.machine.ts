import { historySetup } from './history.setup.ts';

/**
 * Keeps the browser's history and the screens in step. The address follows the screen; what the person does to the
 * history is asked of the portal, which may answer with another screen. A screen that leads back to the one before it
 * goes back in the history as well: otherwise the browser's Back would lead from there to what was just left. The
 * steps of a screen are entries of one address, so that Back is the step before; what follows the screen takes the
 * entry of its first step, so that Back never leads into what is done (decision 198).
 */
export const historyMachine = historySetup.createMachine({
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
        guard: { type: 'isLaterStep', params: ({ event }) => event.entry },
        target: '.following',
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
      description: 'Brings the address to the screen: by a new entry, by this one, or by one before.',
      always: [
        { guard: 'isHere', target: 'standing' },
        { guard: 'leavesSteps', target: 'returning', actions: ['goBack', 'notePlaceOfSteps'] },
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
      description: 'The browser is on its way to an entry before. What is shown meanwhile waits for it.',
      on: {
        'screen.shown': { actions: { type: 'noteNextScreen', params: ({ event }) => event.screen } },
        'entry.reached': {
          target: 'following',
          actions: { type: 'noteEntry', params: ({ event }) => event.entry },
        },
      },
    },
  },
});

export type HistoryMachine = typeof historyMachine;
