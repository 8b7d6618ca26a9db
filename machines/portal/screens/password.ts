import { methodInput } from '#machines/portal/login-terms.ts';
import { hasOtherMethods, passwordMode } from '#machines/portal/policy-rules.ts';
import { portalSetup } from '#machines/portal/portal.setup.ts';
import { clientIdOf } from '#machines/portal/session-rules.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';

export const password = portalSetup.createStateConfig({
  description: 'The password screen: the gate before other methods, or the login itself.',
  meta: { path: '/first/auth?type=pw', title: 'title.password' },
  entry: 'hideForgot',
  on: {
    'forgot.open': { guard: 'canForget', target: '#portal.forgot-password', actions: 'openForgot' },
  },
  invoke: [
    {
      id: 'password',
      src: 'password',
      input: ({ context }) => {
        const mode = context.policy ? passwordMode(context.policy) : 'gate';
        return {
          ...methodInput(context, TOKEN_CODES.password, mode === 'login'),
          mode,
          hasOtherMethods: context.policy?.authType === 'otp' && hasOtherMethods(context),
        };
      },
      onDone: {
        target: '#portal.afterMethod',
        actions: { type: 'noteOutcome', params: ({ event }) => event.output },
      },
      onError: { target: '#portal.error-page', actions: { type: 'noteErrorReason', params: '' } },
    },
    {
      id: 'fetchForgetting',
      src: 'fetchForgetting',
      input: ({ context: { session, config } }) => ({
        userId: session.person.userId,
        clientId: clientIdOf(session, config),
      }),
      onDone: { actions: { type: 'noteForgetting', params: ({ event }) => event.output } },
      // Without an answer there is no link.
      onError: {},
    },
  ],
});
