import { describeModel } from '#tests/support/model/describe.ts';
import { untold } from './input.ts';
import { cases } from './language.cases.ts';

describeModel(untold, { inputs: { 'the browser speaks Korean': { language: 'ko' } }, ...cases });
