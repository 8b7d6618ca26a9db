import { isInsideApp } from '#machines/portal/login-parameters.ts';
import { lazyScreen } from '#machines/portal/screen.ts';

export const urlPassword = lazyScreen('url-password', {
  description: 'Creates or changes a password through a link.',
  meta: { path: '{address}', title: 'title.passwordChange' },
  entry: { type: 'beginIdentityCheck', params: 'authForPW' },
  exit: ['clearInterruptedRemark', 'endIdentityCheck'],
  running: { description: 'The flow of the link is shown.' },
  input: ({ context }) => ({
    clientId: context.route.screen === 'url-password' ? context.route.clientId : '',
    ak: context.route.screen === 'url-password' ? context.route.ak : '',
    isInsideApp: isInsideApp(context),
    hasRestarted: context.remark === 'remark.interrupted',
  }),
  onDone: [
    {
      guard: { type: 'isFinished', params: ({ event }) => event.output },
      target: '#portal.return-to-service',
      actions: { type: 'setFinished', params: ({ event }) => event.output },
    },
    { target: '#portal.id-entry.withoutRequest' },
  ],
});
