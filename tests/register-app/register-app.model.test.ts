import { registerAppMachine } from '#machines/register-app/register-app.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { cases, INPUT, keepsOrder } from './register-app.cases.ts';

describeModel(registerAppMachine, { inputs: { 'every way': INPUT }, ...cases, accepts: keepsOrder });
