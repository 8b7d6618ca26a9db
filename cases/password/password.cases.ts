import type { Cases } from '#cases/cases.ts';
import { FAILURES, loginResult, rejected } from '#cases/samples.ts';
import type { PasswordMachine } from '#machines/password/password.machine.ts';
import { failed, success } from '#machines/shared/result.ts';

const SECRET = 'correct horse | 배터리';

const OUTDATED = [failed(rejected('016')), failed(rejected('', 401))];

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    { type: 'password.submitted', password: '' },
    { type: 'password.submitted', password: SECRET },
    { type: 'password.edited' },
    { type: 'boxes.changed', boxes: { always: true, alwaysSend: false } },
    { type: 'password.back' },
    { type: 'method.change' },
    { type: 'failure.dismissed' },
  ],
  answers: {
    provePassword: [success(loginResult()), ...OUTDATED, ...FAILURES],
    logIn: [
      success(loginResult()),
      success(loginResult({ to: '/change' })),
      success(loginResult({ endSignIns: 'held-1' })),
      success(loginResult({ passkeyOffer: 'offer-1' })),
      ...OUTDATED,
      ...FAILURES,
    ],
    proveFirst: [success(loginResult()), ...OUTDATED, ...FAILURES],
  },
  secrets: [SECRET],
} as const satisfies Cases<PasswordMachine>;
