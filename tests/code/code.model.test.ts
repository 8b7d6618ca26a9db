import { codeMachine } from '#machines/code/code.machine.ts';
import { failed, success } from '#machines/shared/result.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { FAILURES, login, rejected } from '#tests/support/model/samples.ts';
import { INPUTS } from './input.ts';

const SECRET = '493817';

describeModel(codeMachine, {
  inputs: INPUTS,
  events: [
    { type: 'code.submitted', code: ' ' },
    { type: 'code.submitted', code: 'cnullc' },
    { type: 'code.submitted', code: SECRET },
    { type: 'code.edited' },
    { type: 'method.change' },
    { type: 'failure.dismissed' },
  ],
  answers: {
    logIn: [success(login()), failed(rejected('016')), failed(rejected('', 401)), ...FAILURES],
  },
  secrets: [SECRET, 'cnullc'],
});
