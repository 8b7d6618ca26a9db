import { emergencyMachine } from '#machines/emergency/emergency.machine.ts';
import { failed, success } from '#machines/shared/result.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { FAILURES, login, rejected } from '#tests/support/model/samples.ts';

const SECRET = 'K7-nullable-비상';

describeModel(emergencyMachine, {
  inputs: {
    'the only method': { userId: 'kim', hasOtherMethods: false },
    'one of several methods': { userId: 'kim', hasOtherMethods: true },
  },
  events: [
    { type: 'code.submitted', code: ' ' },
    { type: 'code.submitted', code: SECRET },
    { type: 'code.edited' },
    { type: 'method.change' },
    { type: 'failure.dismissed' },
  ],
  answers: {
    logIn: [success(login()), failed(rejected('016')), failed(rejected('', 401)), ...FAILURES],
  },
  secrets: [SECRET],
});
