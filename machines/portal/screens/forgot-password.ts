import { isInsideApp } from '#machines/portal/login-parameters.ts';
import { lazyScreen } from '#machines/portal/screen.ts';
import { clientIdOf } from '#machines/portal/session-rules.ts';

export const forgotPassword = lazyScreen('forgot-password', {
  description: 'Resets a forgotten password.',
  meta: { path: '/password/forgot', title: 'title.forgot' },
  entry: { type: 'beginIdentityCheck', params: 'authForPW' },
  exit: ['clearInterruptedRemark', 'endIdentityCheck'],
  running: { description: 'The flow for a forgotten password is shown.' },
  input: ({ context }) => ({
    userId: context.session.person.userId,
    clientId: clientIdOf(context.session, context.config),
    isInsideApp: isInsideApp(context),
    hasRestarted: context.remark === 'remark.interrupted',
  }),
  onDone: [
    {
      guard: { type: 'isPasswordReset', params: ({ event }) => event.output },
      target: '#portal.routeByAddress',
      actions: { type: 'setPersonAfterReset', params: ({ event }) => event.output },
    },
    { target: '#portal.routeByAddress', actions: 'returnToPrevious' },
  ],
});
