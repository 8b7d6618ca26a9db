import { historySetup } from './history.setup.ts';

/**
 * Keeps the browser's history and the screens in step: the address follows the screen, and a history navigation is a
 * request to the portal. The steps of a screen are entries of one address, so that Back opens the previous step. The
 * next screen replaces the entry of the first step, so that Back never leads into a finished flow (rule 198).
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
      { guard: { type: 'isCurrentScreen', params: ({ event }) => event.location } },
      {
        guard: { type: 'isCurrentEntry', params: ({ event }) => event.location },
        target: '.requesting',
        actions: { type: 'requestScreen', params: ({ event }) => event.location },
      },
      {
        target: '.requesting',
        actions: [
          { type: 'setFollowedLink', params: ({ event }) => event.location },
          { type: 'write', params: 'entry.push' },
          { type: 'requestScreen', params: ({ event }) => event.location },
        ],
      },
    ],
    'entry.reached': [
      {
        guard: { type: 'isCurrentScreen', params: ({ event }) => event.entry },
        target: '.inSync',
        actions: { type: 'setEntry', params: ({ event }) => event.entry },
      },
      {
        guard: { type: 'isLaterStep', params: ({ event }) => event.entry },
        target: '.following',
        actions: { type: 'setEntry', params: ({ event }) => event.entry },
      },
      {
        guard: { type: 'isOtherStep', params: ({ event }) => event.entry },
        target: '.stepping',
        actions: [
          { type: 'setEntry', params: ({ event }) => event.entry },
          { type: 'requestStep', params: ({ event }) => event.entry },
        ],
      },
      {
        target: '.requesting',
        actions: [
          { type: 'setEntry', params: ({ event }) => event.entry },
          { type: 'requestScreen', params: ({ event }) => event.entry },
        ],
      },
    ],
  },
  initial: 'opening',
  states: {
    opening: {
      description: 'Waits for the current history entry of the browser.',
      on: {
        'entry.reached': {
          target: 'requesting',
          actions: { type: 'setEntry', params: ({ event }) => event.entry },
        },
      },
    },
    requesting: {
      description:
        'Requests the screen of the address from the portal; the answer replaces this history entry.',
      tags: 'asking',
      on: {
        'screen.shown': {
          target: 'following',
          actions: { type: 'setScreenOfPortal', params: ({ event }) => event.screen },
        },
      },
    },
    stepping: {
      description:
        'Requests the step of the entry from the flow. When the flow does not change its step, the address follows the flow.',
      tags: 'asking',
      on: {
        'screen.shown': {
          target: 'following',
          actions: { type: 'setScreen', params: ({ event }) => event.screen },
        },
      },
    },
    inSync: {
      description: 'Address and screen agree.',
      on: {
        'screen.shown': {
          target: 'following',
          actions: { type: 'setScreen', params: ({ event }) => event.screen },
        },
      },
    },
    following: {
      description: 'Updates the address to the screen: by a new entry, by this one, or by an earlier one.',
      always: [
        { guard: 'isAddressCurrent', target: 'inSync' },
        { guard: 'leavesSteps', target: 'returning', actions: ['goBack', 'setReplacesSteps'] },
        {
          guard: 'isReplacing',
          target: 'inSync',
          actions: ['replaceEntry', { type: 'write', params: 'entry.replace' }],
        },
        { guard: 'leadsBack', target: 'returning', actions: 'goBack' },
        { target: 'inSync', actions: ['pushEntry', { type: 'write', params: 'entry.push' }] },
      ],
    },
    returning: {
      description: 'The browser is going back to an earlier entry. A screen shown meanwhile waits for it.',
      on: {
        'screen.shown': { actions: { type: 'setNextScreen', params: ({ event }) => event.screen } },
        'entry.reached': {
          target: 'following',
          actions: { type: 'setEntry', params: ({ event }) => event.entry },
        },
      },
    },
  },
});

export type HistoryMachine = typeof historyMachine;
