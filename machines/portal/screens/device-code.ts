import { loadingStates } from '#machines/portal/lazy-screen.ts';
import { hasOtherMethods } from '#machines/portal/policy-rules.ts';
import { portalSetup } from '#machines/portal/portal.setup.ts';
import { tokenInfo } from '#machines/shared/methods.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';

export const deviceCode = portalSetup.createStateConfig({
  description: 'A code of a device: OTP card, Yubikey or mobile app.',
  meta: { path: '/first/auth?type={code}', title: 'title.method.{code}' },
  entry: 'dropForeignPending',
  initial: 'loading',
  states: {
    ...loadingStates('device-code'),
    running: {
      description: 'The screen of the device code is on.',
      invoke: {
        id: 'device-code',
        src: 'device-code',
        input: ({ context }) => {
          const tokenCode = context.method ?? TOKEN_CODES.mobileOtp;
          return {
            userId: context.session.person.userId,
            tokenCode,
            token: context.policy ? tokenInfo(context.policy.userTokens, tokenCode) : '',
            hasOtherMethods: hasOtherMethods(context),
          };
        },
        onDone: {
          target: '#portal.concluding',
          actions: { type: 'noteOutcome', params: ({ event }) => event.output },
        },
        onError: { target: '#portal.error-page', actions: { type: 'noteNotice', params: '' } },
      },
    },
  },
});
