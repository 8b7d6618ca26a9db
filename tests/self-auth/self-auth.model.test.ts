import { cases } from '#cases/self-auth/self-auth.cases.ts';
import { selfAuthMachine } from '#machines/self-auth/self-auth.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { decisiveValues, INPUTS } from './input.ts';

describeModel(selfAuthMachine, { inputs: INPUTS, project: decisiveValues, ...cases });
