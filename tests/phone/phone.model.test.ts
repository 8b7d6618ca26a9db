import { cases, LINK } from '#cases/phone/phone.cases.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { accepts, project, testMachine } from './test-machine.ts';

describeModel(testMachine, {
  inputs: {
    'opened from the home screen': { language: 'ko', link: '' },
    'opened by a link': { language: 'en', link: LINK },
  },
  sharesSteps: true,
  isPairwise: true,
  project,
  accepts,
  ...cases,
});
