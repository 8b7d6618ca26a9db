import { loginParameters, methodInput } from '#cases/samples.ts';
import type { DeviceCodeInput } from '#machines/device-code/device-code.machine.ts';
import { NO_BOXES } from '#machines/shared/boxes.ts';

export const input = (changes: Partial<DeviceCodeInput> = {}): DeviceCodeInput => ({
  ...methodInput(),
  tokenCode: '7',
  token: 'C-1',
  ...changes,
});

export const INPUTS = {
  'an OTP card': input(),
  'a Yubikey': input({ tokenCode: '8', token: 'cccccc, cccccd' }),
  'the first of two steps': input({ login: loginParameters({ step: 'first' }) }),
  'the second of two steps': input({ login: loginParameters({ step: 'second' }), boxes: NO_BOXES }),
  'a mobile app as the only method': input({ tokenCode: '9', token: '', hasOtherMethods: false }),
};
