import type { DeviceCodeInput } from '#machines/device-code/device-code.machine.ts';

export const input = (changes: Partial<DeviceCodeInput> = {}): DeviceCodeInput => ({
  userId: 'kim',
  tokenCode: '7',
  token: 'C-1',
  hasOtherMethods: true,
  ...changes,
});

export const INPUTS = {
  'an OTP card': input(),
  'a Yubikey': input({ tokenCode: '8', token: 'cccccc, cccccd' }),
  'a mobile app, and nothing else': input({ tokenCode: '9', token: '', hasOtherMethods: false }),
};
