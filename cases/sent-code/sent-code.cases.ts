import type { Cases } from '#cases/cases.ts';
import { loginResult, rejected } from '#cases/samples.ts';
import type { SentCodeMachine } from '#machines/sent-code/sent-code.machine.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';

const SECRET = '493817';
const RECEIVED_CODE = '271828';
const LATER = 1_000_000;

const LOGIN_OUTCOMES = [success(loginResult()), failed(rejected('016')), failed(rejected('005'))];

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    { type: 'code.send' },
    { type: 'code.submitted', code: '' },
    { type: 'code.submitted', code: 'null' },
    { type: 'code.submitted', code: SECRET },
    { type: 'code.edited' },
    { type: 'boxes.changed', boxes: { always: true, alwaysSend: true } },
    { type: 'method.change' },
    { type: 'failure.dismissed' },
    { type: 'delivery.dismissed' },
  ],
  answers: {
    readClock: [0, LATER],
    grantSendToken: [success('send-token'), failed(rejected('', 401)), failed(UNREACHABLE)],
    sendCode: [success({ at: 0 }), failed(rejected('', 401)), failed(UNREACHABLE)],
    receiveSms: [RECEIVED_CODE, null],
    logIn: LOGIN_OUTCOMES,
    proveFirst: LOGIN_OUTCOMES,
  },
  secrets: [SECRET, RECEIVED_CODE],
} satisfies Cases<SentCodeMachine>;
