import { cases } from '#cases/password/password.cases.ts';
import { loginParameters } from '#cases/samples.ts';
import { passwordMachine } from '#machines/password/password.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { GATE, input } from './input.ts';

describeModel(passwordMachine, {
  inputs: {
    'the password is the login': input({}),
    'the password is one of several methods': input({
      hasOtherMethods: true,
      boxes: { always: true, alwaysSend: false },
    }),
    'the password opens the other methods': input(GATE),
    'the password is the first of two steps': input({ login: loginParameters({ step: 'first' }) }),
  },
  ...cases,
});
