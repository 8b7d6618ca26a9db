import type { Cases } from '#cases/cases.ts';
import { FAILURES, loginResult, rejected } from '#cases/samples.ts';
import type { PasskeyMachine } from '#machines/passkey/passkey.machine.ts';
import { failed, success } from '#machines/shared/result.ts';
import { ASSERTION, ASSERTION_ANSWER, ASSERTION_REQUEST } from './input.ts';

const OUTDATED = [failed(rejected('016')), failed(rejected('', 401))];

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    { type: 'passkey.request' },
    { type: 'boxes.changed', boxes: { always: true, alwaysSend: true } },
    { type: 'method.change' },
    { type: 'failure.dismissed' },
  ],
  answers: {
    startAssertion: [success(ASSERTION_REQUEST), ...OUTDATED, ...FAILURES],
    getAssertion: [ASSERTION_ANSWER, { kind: 'cancelled' }, { kind: 'failed' }],
    logIn: [success(loginResult()), ...OUTDATED, ...FAILURES],
    proveFirst: [success(loginResult()), ...OUTDATED, ...FAILURES],
  },
  secrets: [ASSERTION],
} satisfies Cases<PasskeyMachine>;
