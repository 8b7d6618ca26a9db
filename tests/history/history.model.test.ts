import { cases } from '#cases/history/history.cases.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { unansweredHistory } from './input.ts';

describeModel(unansweredHistory, { inputs: { 'a page is opened': undefined }, ...cases });
