import { PASSKEY_INPUTS } from '#cases/passkey/input.ts';
import { cases } from '#cases/passkey/passkey.cases.ts';
import { passkeyMachine } from '#machines/passkey/passkey.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(passkeyMachine, {
  inputs: PASSKEY_INPUTS,
  ...cases,
});
