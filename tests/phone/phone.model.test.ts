import { APP_LINK, cases } from '#cases/phone/phone.cases.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { accepts, project, testMachine } from './test-machine.ts';

describeModel(testMachine, {
  inputs: {
    'the app is opened from the home screen': { language: 'ko', link: '' },
    'the app is opened by a link': { language: 'en', link: APP_LINK },
  },
  sharesSteps: true,
  coversPairsOnly: true,
  project,
  accepts,
  ...cases,
});
