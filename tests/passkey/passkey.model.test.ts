import { passkeyMachine } from '#machines/passkey/passkey.machine.ts';
import { failed, success } from '#machines/shared/result.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { FAILURES, login, rejected } from '#tests/support/model/samples.ts';
import { ASSERTION, GIVEN, INPUTS, REQUEST } from './input.ts';

const OUTDATED = [failed(rejected('016')), failed(rejected('', 401))];

describeModel(passkeyMachine, {
  inputs: INPUTS,
  events: [
    { type: 'passkey.request', always: false, alwaysSend: false },
    { type: 'passkey.request', always: true, alwaysSend: true },
    { type: 'method.change' },
    { type: 'failure.dismissed' },
  ],
  answers: {
    startAssertion: [success(REQUEST), ...OUTDATED, ...FAILURES],
    askPasskey: [GIVEN, { kind: 'cancelled' }, { kind: 'failed' }],
    logIn: [success(login()), ...OUTDATED, ...FAILURES],
  },
  secrets: [ASSERTION],
});
