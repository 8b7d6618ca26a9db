import { cases } from '#cases/history/history.cases.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { unheard } from './input.ts';

describeModel(unheard, { inputs: { 'a page is opened': undefined }, ...cases });
