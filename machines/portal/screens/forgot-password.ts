import { isInsideApp } from '#machines/portal/login-terms.ts';
import { lazyScreen } from '#machines/portal/screen.ts';
import { clientIdOf } from '#machines/portal/session-rules.ts';

export const forgotPassword = lazyScreen('forgot-password', {
  description: 'Resets a forgotten password.',
  meta: { path: '/password/forgot', title: 'title.forgot' },
  entry: { type: 'beginIdentityCheck', params: 'authForPW' },
  exit: ['forgetInterruption', 'endIdentityCheck'],
  running: { description: 'The forgot flow is shown.' },
  input: ({ context }) => ({
    userId: context.session.person.userId,
    clientId: clientIdOf(context.session, context.config),
    isInsideApp: isInsideApp(context),
    hasRestarted: context.remark === 'remark.interrupted',
  }),
  onDone: [
    {
      guard: { type: 'isReset', params: ({ event }) => event.output },
      target: '#portal.routeByAddress',
      actions: { type: 'setReset', params: ({ event }) => event.output },
    },
    { target: '#portal.routeByAddress', actions: 'returnToPrevious' },
  ],
});
