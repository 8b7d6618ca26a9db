import { describeModel } from '#tests/support/model/describe.ts';
import { cases } from './history.cases.ts';
import { unheard } from './input.ts';

describeModel(unheard, { inputs: { 'a page is opened': undefined }, ...cases });
