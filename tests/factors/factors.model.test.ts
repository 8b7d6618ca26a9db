import { factorsMachine } from '#machines/factors/factors.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { cases, INPUT } from './factors.cases.ts';

describeModel(factorsMachine, { inputs: { 'a passkey and a card': INPUT }, ...cases });
