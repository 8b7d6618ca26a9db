import { isInsideApp } from '#machines/portal/login-parameters.ts';
import { lazyScreen } from '#machines/portal/screen.ts';
import { clientIdOf } from '#machines/portal/session-rules.ts';

export const selfAuth = lazyScreen('self-auth', {
  description: 'The identity check at its own address (rule 23).',
  meta: { path: '{address}', title: 'title.selfAuth' },
  entry: 'beginWithoutRequest',
  running: { description: 'The identity check is shown.' },
  input: ({ context }) => {
    const { session, config, policy } = context;
    if (!policy) throw new Error('The identity check requires a policy');
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
      guard: { type: 'isIdentityProven', params: ({ event }) => event.output },
      target: '#portal.return-to-service',
      actions: 'leaveIdentityCheck',
    },
    { target: '#portal.id-entry.withRequest' },
  ],
});
