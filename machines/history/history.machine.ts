import { historySetup } from './history.setup.ts';

/**
 * Synchronises the browser's history with the screens. The address follows the screen, and a navigation in the history
 * requests a screen from the portal. The steps of a screen have entries with the same address, so that Back opens the
 * previous step. The next screen replaces the entry of the first step, so that Back never opens a finished flow (rule 198).
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
          { type: 'writeEntry', params: 'entry.push' },
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
      tags: 'requesting',
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
      tags: 'requesting',
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
      description:
        'Writes the address of the screen into a new entry, the current entry or an earlier entry.',
      always: [
        { guard: 'isAddressCurrent', target: 'inSync' },
        { guard: 'leavesSteps', target: 'returning', actions: ['goBack', 'setReplacesSteps'] },
        {
          guard: 'isReplacing',
          target: 'inSync',
          actions: ['replaceEntry', { type: 'writeEntry', params: 'entry.replace' }],
        },
        { guard: 'leadsBack', target: 'returning', actions: 'goBack' },
        { target: 'inSync', actions: ['pushEntry', { type: 'writeEntry', params: 'entry.push' }] },
      ],
    },
    returning: {
      description:
        'The browser is going back to an earlier entry. A screen that is shown meanwhile waits for this entry.',
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
