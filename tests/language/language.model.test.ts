import { cases } from '#cases/language/language.cases.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { untold } from './input.ts';

describeModel(untold, { inputs: { 'the browser speaks Korean': { language: 'ko' } }, ...cases });
