import { signInScreen } from '#machines/portal/screen.ts';
import { clientIdOf } from '#machines/portal/session-rules.ts';

export const passwordExpiry = signInScreen('password-expiry', {
  description: 'The password has to be changed before the login continues.',
  meta: { path: '/change', title: 'title.passwordChange' },
  running: { description: 'The expiry flow is shown.' },
  input: ({ context: { session, config } }) => {
    const { userId, accessToken, first, expiredDay } = session.person;
    return {
      userId,
      clientId: clientIdOf(session, config),
      token: accessToken,
      reason: first ? 'firstLogin' : expiredDay === '' ? 'required' : 'expired',
      expiredDay: expiredDay.slice(0, 10),
    };
  },
  onDone: [
    {
      guard: { type: 'isPasswordChanged', params: ({ event }) => event.output },
      target: '#portal.return-to-service',
      actions: { type: 'setTargetAfterPasswordChange', params: ({ event }) => event.output },
    },
    { target: '#portal.id-entry.withoutRequest', actions: 'forgetPerson' },
  ],
});
