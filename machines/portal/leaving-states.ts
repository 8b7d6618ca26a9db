import { portalSetup } from './portal.setup.ts';

/**
 * The two states of a screen whose flow still has something to do on leaving, such as to withdraw a push: another
 * address is asked for, the flow is told, and the portal follows when the flow has ended (decision 84).
 */
export const leavingStates = (flow: 'push' | 'second-factor') => ({
  staying: portalSetup.createStateConfig({
    description: 'The person is at it.',
    on: {
      'route.requested': {
        target: 'leaving',
        actions: [
          { type: 'noteRoute', params: ({ event }) => event.address },
          { type: 'askToLeave', params: flow },
        ],
      },
    },
  }),
  leaving: portalSetup.createStateConfig({
    description: 'Another screen was asked for: it follows when the flow has withdrawn what is under way.',
    meta: { isPassage: true, keepsAddress: true },
    on: { 'route.requested': { actions: { type: 'noteRoute', params: ({ event }) => event.address } } },
  }),
});
