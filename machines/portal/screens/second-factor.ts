import { qrAppOf, secondStepParameters } from '#machines/portal/login-parameters.ts';
import { leavingStates, METHOD_END, signInScreen } from '#machines/portal/screen.ts';

export const secondFactor = signInScreen('second-factor', {
  description: 'The second factor, after the first step.',
  meta: { path: '/second', title: 'title.second' },
  running: {
    description: 'The second-factor screen is shown.',
    on: { 'overview.request': { guard: 'mayRequestOverview', actions: 'requestOverview' } },
    initial: 'staying',
    states: leavingStates('second-factor'),
  },
  input: ({ context }) => {
    const { session, policy, origin, passkeySupport: support } = context;
    if (!policy) throw new Error('The second step requires a policy');
    const { userId, pending, accessToken: sendToken } = session.person;
    const login = secondStepParameters(context);
    return { userId, login, policy, pending, support, app: qrAppOf(context), sendToken, origin };
  },
  onDone: [
    { guard: { type: 'hasLeft', params: ({ event }) => event.output }, target: '#portal.routeByAddress' },
    {
      guard: { type: 'isAuthenticated', params: ({ event }) => event.output },
      target: '#portal.afterLogin',
      actions: { type: 'setOutcome', params: ({ event }) => event.output },
    },
    METHOD_END,
  ],
});
