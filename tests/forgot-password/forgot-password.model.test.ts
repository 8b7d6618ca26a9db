import { cases } from '#cases/forgot-password/forgot-password.cases.ts';
import { forgotPasswordMachine } from '#machines/forgot-password/forgot-password.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { decisiveValues, INPUTS } from './input.ts';

describeModel(forgotPasswordMachine, {
  inputs: INPUTS,
  project: decisiveValues,
  ...cases,
});
