import type { Cases } from '#cases/cases.ts';
import { FAILURES, loginResult, rejected } from '#cases/samples.ts';
import type { EmergencyMachine } from '#machines/emergency/emergency.machine.ts';
import { failed, success } from '#machines/shared/result.ts';

const SECRET = 'K7-nullable-비상';

const LOGIN_OUTCOMES = [
  success(loginResult()),
  failed(rejected('016')),
  failed(rejected('', 401)),
  ...FAILURES,
];

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    { type: 'code.submitted', code: ' ' },
    { type: 'code.submitted', code: SECRET },
    { type: 'code.edited' },
    { type: 'boxes.changed', boxes: { always: true, alwaysSend: true } },
    { type: 'method.change' },
    { type: 'failure.dismissed' },
  ],
  answers: { logIn: LOGIN_OUTCOMES, proveFirst: LOGIN_OUTCOMES },
  secrets: [SECRET],
} satisfies Cases<EmergencyMachine>;
