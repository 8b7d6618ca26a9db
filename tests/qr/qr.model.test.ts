import { describeModel } from '#tests/support/model/describe.ts';
import { input, keepsOrder, unkept } from './input.ts';
import { cases } from './qr.cases.ts';

describeModel(unkept, {
  inputs: {
    'anybody may approve': input(),
    'the person has to approve': input({ userId: 'kim' }),
    'it is the only method': input({ userId: 'kim', hasOtherMethods: false }),
    'a code was approved before the password': input({ userId: 'kim', approvedId: 'qr-0' }),
  },
  ...cases,
  accepts: keepsOrder,
});
