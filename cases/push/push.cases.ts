import type { Cases } from '#cases/cases.ts';
import { loginResult, rejected } from '#cases/samples.ts';
import type { PushMachine } from '#machines/push/push.machine.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { PUSH_ID } from './samples.ts';

const LATER = 1_000_000;

const pollAnswer = (check: string, at = 0) => ({ check: success(check), at });

const LOGIN_OUTCOMES = [
  success(loginResult()),
  failed(rejected('016')),
  failed(rejected('010_3')),
  failed(UNREACHABLE),
];

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    { type: 'push.request' },
    { type: 'boxes.changed', boxes: { always: true, alwaysSend: true } },
    { type: 'push.cancel' },
    { type: 'method.change' },
    { type: 'failure.dismissed' },
    { type: 'screen.leave' },
  ],
  answers: {
    readClock: [0, LATER],
    requestPush: [
      success({ id: PUSH_ID, period: 60_000, isNotified: true, at: 0 }),
      success({ id: PUSH_ID, period: 60_000, isNotified: false, at: 0 }),
      failed(UNREACHABLE),
      failed(rejected('', 401)),
    ],
    checkPush: [
      pollAnswer('X'),
      pollAnswer('A'),
      pollAnswer('O'),
      pollAnswer('X', LATER),
      { check: failed(UNREACHABLE), at: 0 },
      { check: failed(rejected('', 404)), at: 0 },
    ],
    withdrawPush: [success(undefined), failed(UNREACHABLE)],
    logIn: LOGIN_OUTCOMES,
    proveFirst: LOGIN_OUTCOMES,
  },
} satisfies Cases<PushMachine>;
