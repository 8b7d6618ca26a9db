import { methodInput } from '#machines/portal/login-parameters.ts';
import { hasOtherMethods, passwordMode } from '#machines/portal/policy-rules.ts';
import { portalSetup } from '#machines/portal/portal.setup.ts';
import { DECLINE, lazyScreen, METHOD_END } from '#machines/portal/screen.ts';
import { clientIdOf } from '#machines/portal/session-rules.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';

export const password = portalSetup.createStateConfig({
  ...lazyScreen('password', {
    description: 'The password screen: the gate before other methods, or the login itself.',
    meta: { path: '/first/auth?type=pw', title: 'title.password' },
    entry: 'hideResetLink',
    running: { description: 'The password screen is shown.' },
    input: ({ context }) => {
      const mode = context.policy ? passwordMode(context.policy) : 'gate';
      return {
        ...methodInput(context, TYPE_CODES.password, { hasBoxes: mode === 'login' }),
        mode,
        hasOtherMethods: context.policy?.authType === 'otp' && hasOtherMethods(context),
      };
    },
    onDone: METHOD_END,
  }),
  on: {
    ...DECLINE,
    'forgot.open': {
      guard: 'canResetPassword',
      target: '#portal.forgot-password',
      actions: 'openForgotPassword',
    },
  },
  invoke: {
    id: 'fetchResetConditions',
    src: 'fetchResetConditions',
    input: ({ context: { session, config } }) => ({
      userId: session.person.userId,
      clientId: clientIdOf(session, config),
    }),
    onDone: { actions: { type: 'setCanResetPassword', params: ({ event }) => event.output } },
    // Without an answer the screen offers no reset.
    onError: {},
  },
});
