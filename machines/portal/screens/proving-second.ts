import { loadingStates } from '#machines/portal/lazy-screen.ts';
import { portalSetup } from '#machines/portal/portal.setup.ts';
import { clientIdOf } from '#machines/portal/session-rules.ts';

export const provingSecond = portalSetup.createStateConfig({
  description: 'The second factor of a person whose first step is done.',
  meta: { path: '/second', title: 'title.second' },
  initial: 'loading',
  states: {
    ...loadingStates('second'),
    running: {
      description: 'The second-factor screen is on.',
      invoke: {
        id: 'second',
        src: 'second',
        input: ({ context }) => {
          const { session, config, policy, origin, passkeySupport: support } = context;
          if (!policy) throw new Error('The second step opens only under a policy');
          const { userId, pending } = session.person;
          return { userId, clientId: clientIdOf(session, config), policy, pending, support, origin };
        },
        onDone: [
          {
            guard: { type: 'hasLeft', params: ({ event }) => event.output },
            target: '#portal.deciding',
          },
          {
            guard: { type: 'isAuthenticated', params: ({ event }) => event.output },
            target: '#portal.admitting',
            actions: { type: 'noteOutcome', params: ({ event }) => event.output },
          },
          {
            target: '#portal.concluding',
            actions: { type: 'noteOutcome', params: ({ event }) => event.output },
          },
        ],
        onError: { target: '#portal.noticing', actions: { type: 'noteNotice', params: '' } },
      },
      initial: 'staying',
      states: {
        staying: {
          description: 'The person is at it.',
          on: {
            'route.requested': {
              target: 'leaving',
              actions: [
                { type: 'noteRoute', params: ({ event }) => event.address },
                { type: 'askToLeave', params: 'second' },
              ],
            },
          },
        },
        leaving: {
          description: 'Another screen was asked for: it follows when the flow has cleared up.',
          meta: { isPassage: true, keepsAddress: true },
          on: {
            'route.requested': { actions: { type: 'noteRoute', params: ({ event }) => event.address } },
          },
        },
      },
    },
  },
});
