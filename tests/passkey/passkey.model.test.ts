import { passkeyMachine } from '#machines/passkey/passkey.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { INPUTS } from './input.ts';
import { cases } from './passkey.cases.ts';

describeModel(passkeyMachine, {
  inputs: INPUTS,
  ...cases,
});
