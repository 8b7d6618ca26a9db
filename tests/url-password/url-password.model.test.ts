import { cases } from '#cases/url-password/url-password.cases.ts';
import { urlPasswordMachine } from '#machines/url-password/url-password.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { decisiveValues, INPUTS } from './input.ts';

describeModel(urlPasswordMachine, {
  inputs: INPUTS,
  project: decisiveValues,
  ...cases,
});
