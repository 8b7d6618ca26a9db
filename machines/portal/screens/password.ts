import { hasOtherMethods, passwordMode } from '#machines/portal/policy-rules.ts';
import { portalSetup } from '#machines/portal/portal.setup.ts';
import { fixedCode } from '#machines/portal/session-rules.ts';

export const password = portalSetup.createStateConfig({
  description: 'The password screen: the gate before other methods, or the login itself.',
  meta: { path: '/first/auth?type=pw', title: 'title.password' },
  invoke: {
    id: 'password',
    src: 'password',
    input: ({ context }) => ({
      userId: context.session.person.userId,
      mode: context.policy ? passwordMode(context.policy) : 'gate',
      hasOtherMethods: context.policy?.authType === 'otp' && hasOtherMethods(context),
      isFixed: fixedCode(context) === '-1',
    }),
    onDone: {
      target: '#portal.concluding',
      actions: { type: 'noteOutcome', params: ({ event }) => event.output },
    },
    onError: { target: '#portal.error-page', actions: { type: 'noteNotice', params: '' } },
  },
});
