import { cases } from '#cases/authenticated/authenticated.cases.ts';
import { authenticatedMachine } from '#machines/authenticated/authenticated.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

const origin = 'https://parent.example';

describeModel(authenticatedMachine, {
  inputs: { 'a code': { otp: '314159', origin }, 'no code': { otp: '', origin } },
  ...cases,
});
