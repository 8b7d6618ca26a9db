import { isInsideApp } from '#machines/portal/login-parameters.ts';
import { lazyScreen } from '#machines/portal/screen.ts';
import { clientIdOf } from '#machines/portal/session-rules.ts';

export const selfAuth = lazyScreen('self-auth', {
  description: 'The identity check by its own address (rule 23).',
  meta: { path: '{address}', title: 'title.selfAuth' },
  entry: 'beginAuth',
  running: { description: 'The identity check is shown.' },
  input: ({ context }) => {
    const { session, config, policy } = context;
    if (!policy) throw new Error('The identity check opens only under a policy');
    return {
      userId: session.person.userId,
      clientId: clientIdOf(session, config),
      mode: 'other',
      offered: policy.selfAuth,
      isInsideApp: isInsideApp(context),
      token: '',
      mobileApp: policy.userTokens.mobileApp,
    };
  },
  onDone: [
    {
      guard: { type: 'isIdentityProved', params: ({ event }) => event.output },
      target: '#portal.return-to-service',
      actions: 'leaveCheck',
    },
    { target: '#portal.id-entry.byRequest' },
  ],
});
