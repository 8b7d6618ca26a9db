import { methodInput } from '#machines/portal/login-parameters.ts';
import { methodScreen } from '#machines/portal/screen.ts';
import { tokenInfo } from '#machines/shared/methods.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';

export const deviceCode = methodScreen('device-code', {
  description: 'A code of a device: OTP card, Yubikey or mobile app.',
  running: { description: 'The screen of the device code is shown.' },
  input: ({ context }) => {
    const tokenCode = context.method ?? TYPE_CODES.mobileOtp;
    return {
      ...methodInput(context, tokenCode, { hasBoxes: false }),
      tokenCode,
      token: context.policy ? tokenInfo(context.policy.userTokens, tokenCode) : '',
    };
  },
});
