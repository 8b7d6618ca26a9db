import { cases } from '#cases/register-yubikey/register-yubikey.cases.ts';
import { registerYubikeyMachine } from '#machines/register-yubikey/register-yubikey.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(registerYubikeyMachine, { inputs: { 'a key': { userId: 'kim', token: 'token-1' } }, ...cases });
