import { cases } from '#cases/qr/qr.cases.ts';
import { QR_CREATED_AT } from '#cases/qr/samples.ts';
import { loginParameters } from '#cases/samples.ts';
import { NO_BOXES } from '#machines/shared/boxes.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { input, keepsOrder, machineWithoutStorage } from './input.ts';

describeModel(machineWithoutStorage, {
  inputs: {
    'anybody may approve': input(),
    'the person has to approve': input({ userId: 'kim' }),
    'it is the only method': input({ userId: 'kim', hasOtherMethods: false }),
    'the first of two steps': input({ userId: 'kim', login: loginParameters({ step: 'first' }) }),
    'the second, which a reload has interrupted': input({
      userId: 'kim',
      boxes: NO_BOXES,
      pending: { id: 'qr-0', validUntil: QR_CREATED_AT + 15_000 },
    }),
    'a code was approved before the password': input({ userId: 'kim', approvedId: 'qr-0' }),
  },
  ...cases,
  accepts: keepsOrder,
});
