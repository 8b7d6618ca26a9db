import { cases, isPossibleInTime, REGISTER_APP_INPUT } from '#cases/register-app/register-app.cases.ts';
import { registerAppMachine } from '#machines/register-app/register-app.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(registerAppMachine, {
  inputs: { 'every method': REGISTER_APP_INPUT },
  ...cases,
  accepts: isPossibleInTime,
});
