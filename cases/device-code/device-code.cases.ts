import type { Cases } from '#cases/cases.ts';
import { FAILURES, loginResult, rejected } from '#cases/samples.ts';
import type { DeviceCodeMachine } from '#machines/device-code/device-code.machine.ts';
import { failed, success } from '#machines/shared/result.ts';

const SECRET = '493817';

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
    { type: 'code.submitted', code: 'cnullc' },
    { type: 'code.submitted', code: SECRET },
    { type: 'code.edited' },
    { type: 'boxes.changed', boxes: { always: true, alwaysSend: true } },
    { type: 'method.change' },
    { type: 'failure.dismissed' },
  ],
  answers: { logIn: LOGIN_OUTCOMES, proveFirst: LOGIN_OUTCOMES },
  secrets: [SECRET, 'cnullc'],
} satisfies Cases<DeviceCodeMachine>;
