import { secondTerms } from '#machines/portal/login-terms.ts';
import { lazyScreen, leavingStates, METHOD_END } from '#machines/portal/screen.ts';
import { clientIdOf } from '#machines/portal/session-rules.ts';

export const secondFactor = lazyScreen('second-factor', {
  description: 'The second factor of a person whose first step is done.',
  meta: { path: '/second', title: 'title.second' },
  running: {
    description: 'The second-factor screen is on.',
    initial: 'staying',
    states: leavingStates('second-factor'),
  },
  input: ({ context }) => {
    const { session, config, policy, origin, passkeySupport: support } = context;
    if (!policy) throw new Error('The second step opens only under a policy');
    const { userId, pending } = session.person;
    const clientId = clientIdOf(session, config);
    return { userId, clientId, login: secondTerms(context), policy, pending, support, origin };
  },
  onDone: [
    { guard: { type: 'hasLeft', params: ({ event }) => event.output }, target: '#portal.routeByAddress' },
    {
      guard: { type: 'isAuthenticated', params: ({ event }) => event.output },
      target: '#portal.afterLogin',
      actions: { type: 'noteOutcome', params: ({ event }) => event.output },
    },
    METHOD_END,
  ],
});
