import { cases } from '#cases/register-passkey/register-passkey.cases.ts';
import { registerPasskeyMachine } from '#machines/register-passkey/register-passkey.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

const INPUT = { userId: 'kim', token: 'token-1', clientId: 'demo', isSupported: true };

describeModel(registerPasskeyMachine, {
  inputs: {
    'a browser with passkeys': INPUT,
    'a browser without passkeys': { ...INPUT, isSupported: false },
  },
  ...cases,
});
