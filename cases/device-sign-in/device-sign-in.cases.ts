import type { Cases } from '#cases/cases.ts';
import { FAILURES, rejected } from '#cases/samples.ts';
import type { DeviceSignInMachine } from '#machines/device-sign-in/device-sign-in.machine.ts';
import { failed, success } from '#machines/shared/result.ts';
import type { WaitingDevice } from '#wire/device-sign-in.ts';

export const WAITING_DEVICE: WaitingDevice = {
  userCode: 'BCDF-GHJK',
  serviceName: 'Video',
  addressRange: '203.0.113.*',
};

export const UNKNOWN_CODE_ANSWER = failed(rejected('deviceCodeUnknown', 404));
export const USED_CODE_ANSWER = failed(rejected('deviceCodeUsed', 409));

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    { type: 'device.edited' },
    { type: 'device.submitted', userCode: ' ' },
    { type: 'device.submitted', userCode: 'bcdfghjk' },
    { type: 'device.allow' },
    { type: 'device.decline' },
    { type: 'device.restart' },
  ],
  answers: {
    findDevice: [
      success(WAITING_DEVICE),
      success({ ...WAITING_DEVICE, addressRange: '' }),
      UNKNOWN_CODE_ANSWER,
      ...FAILURES,
    ],
    allowDevice: [success('/redirect?uid=request-1'), USED_CODE_ANSWER, ...FAILURES],
    declineDevice: [success(undefined), USED_CODE_ANSWER, ...FAILURES],
  },
} satisfies Cases<DeviceSignInMachine>;
