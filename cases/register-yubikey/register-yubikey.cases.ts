import type { Cases } from '#cases/cases.ts';
import { FAILURES, rejected } from '#cases/samples.ts';
import type { RegisterYubikeyMachine } from '#machines/register-yubikey/register-yubikey.machine.ts';
import { failed, success } from '#machines/shared/result.ts';

/** The 44 characters that a touch of a Yubikey types. */
export const YUBIKEY_OTP = 'cccccccbdefghijklnrtuvcbdefghijklnrtuvcbdefg';

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    { type: 'code.submitted', code: YUBIKEY_OTP.slice(1) },
    { type: 'code.submitted', code: YUBIKEY_OTP },
    { type: 'code.edited' },
    { type: 'registration.back' },
    { type: 'failure.dismissed' },
  ],
  answers: {
    mapKey: [
      success({}),
      failed(rejected('notAuthorized', 401)),
      failed(rejected('tooWeak', 403)),
      ...FAILURES,
    ],
  },
  secrets: [YUBIKEY_OTP],
} satisfies Cases<RegisterYubikeyMachine>;
