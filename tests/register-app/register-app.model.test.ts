import { cases, INPUT, keepsOrder } from '#cases/register-app/register-app.cases.ts';
import { registerAppMachine } from '#machines/register-app/register-app.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(registerAppMachine, { inputs: { 'every way': INPUT }, ...cases, accepts: keepsOrder });
