import { codeMachine } from '#machines/code/code.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { cases } from './code.cases.ts';
import { INPUTS } from './input.ts';

describeModel(codeMachine, {
  inputs: INPUTS,
  ...cases,
});
