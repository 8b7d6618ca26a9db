import { loadingStates } from '#machines/portal/lazy-screen.ts';
import { leavingStates } from '#machines/portal/leaving-states.ts';
import { portalSetup } from '#machines/portal/portal.setup.ts';
import { clientIdOf } from '#machines/portal/session-rules.ts';

export const secondFactor = portalSetup.createStateConfig({
  description: 'The second factor of a person whose first step is done.',
  meta: { path: '/second', title: 'title.second' },
  initial: 'loading',
  states: {
    ...loadingStates('second-factor'),
    running: {
      description: 'The second-factor screen is on.',
      invoke: {
        id: 'second-factor',
        src: 'second-factor',
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
        onError: { target: '#portal.error-page', actions: { type: 'noteNotice', params: '' } },
      },
      initial: 'staying',
      states: leavingStates('second-factor'),
    },
  },
});
