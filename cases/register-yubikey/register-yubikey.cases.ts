import type { Cases } from '#cases/cases.ts';
import { FAILURES, rejected } from '#cases/samples.ts';
import type { RegisterYubikeyMachine } from '#machines/register-yubikey/register-yubikey.machine.ts';
import { failed, success } from '#machines/shared/result.ts';

export const TOUCH = 'cccccccbdefghijklnrtuvcbdefghijklnrtuvcbdefg';

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    { type: 'code.submitted', code: TOUCH.slice(1) },
    { type: 'code.submitted', code: TOUCH },
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
  secrets: [TOUCH],
} satisfies Cases<RegisterYubikeyMachine>;
