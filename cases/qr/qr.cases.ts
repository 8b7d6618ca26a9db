import type { Cases } from '#cases/cases.ts';
import { loginResult, rejected } from '#cases/samples.ts';
import type { QrMachine } from '#machines/qr/qr.machine.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { freshQr, pollAnswer, pollFailure, QR_CREATED_AT } from './samples.ts';

const LOGIN_OUTCOMES = [success(loginResult()), failed(rejected('016')), failed(rejected('010_2'))];

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    { type: 'qr.refresh' },
    { type: 'qr.leave' },
    { type: 'failure.dismissed' },
    { type: 'boxes.changed', boxes: { always: true, alwaysSend: false } },
  ],
  answers: {
    createQr: [success(freshQr()), failed(rejected('', 401)), failed(rejected('tooManyCodes', 429))],
    checkQr: [
      pollAnswer('X'),
      pollAnswer('A', { userId: 'kim' }),
      pollAnswer('A', { userId: 'lim' }),
      pollAnswer('O'),
      pollFailure(rejected('010_1', 200)),
      pollFailure(rejected('010_3', 200)),
      pollFailure(rejected('', 401)),
      pollFailure(UNREACHABLE),
    ],
    readClock: [QR_CREATED_AT, QR_CREATED_AT + 60_000],
    logIn: LOGIN_OUTCOMES,
    proveFirst: LOGIN_OUTCOMES,
  },
} satisfies Cases<QrMachine>;
