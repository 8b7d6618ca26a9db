import { registerYubikeyMachine } from '#machines/register-yubikey/register-yubikey.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { cases } from './register-yubikey.cases.ts';

describeModel(registerYubikeyMachine, { inputs: { 'a key': { userId: 'kim', token: 'token-1' } }, ...cases });
