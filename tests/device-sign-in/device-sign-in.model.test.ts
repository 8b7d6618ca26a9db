import { cases } from '#cases/device-sign-in/device-sign-in.cases.ts';
import { deviceSignInMachine } from '#machines/device-sign-in/device-sign-in.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(deviceSignInMachine, {
  inputs: {
    'a person with a code': { userCode: 'BCDF-GHJK', result: null },
    'a device that is signed in': { userCode: '', result: 'signedIn' },
    'a device that is declined': { userCode: '', result: 'declined' },
    'a sign-in that failed': { userCode: '', result: 'failed' },
  },
  ...cases,
});
