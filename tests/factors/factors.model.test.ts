import { cases, FACTORS_INPUT } from '#cases/factors/factors.cases.ts';
import { factorsMachine } from '#machines/factors/factors.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(factorsMachine, { inputs: { 'a passkey and a card': FACTORS_INPUT }, ...cases });
