import { qrMachine } from '#machines/qr/qr.machine.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { login, rejected } from '#tests/support/model/samples.ts';
import { drawn, fails, input, keepsOrder, says } from './input.ts';

describeModel(qrMachine, {
  inputs: {
    'anybody may approve': input(),
    'the person has to approve': input({ userId: 'kim' }),
    'it is the only method': input({ userId: 'kim', hasOtherMethods: false }),
    'a code was approved before the password': input({ userId: 'kim', approvedId: 'qr-0' }),
  },
  events: [{ type: 'qr.refresh' }, { type: 'qr.leave' }, { type: 'failure.dismissed' }],
  answers: {
    drawQr: [success(drawn()), failed(rejected('', 401)), failed(rejected('tooManyCodes', 429))],
    askCheck: [
      says('X'),
      says('A', { userId: 'kim' }),
      says('A', { userId: 'lim' }),
      says('O'),
      fails(rejected('010_1', 200)),
      fails(rejected('010_3', 200)),
      fails(rejected('', 401)),
      fails(UNREACHABLE),
    ],
    logIn: [success(login()), failed(rejected('016')), failed(rejected('010_2'))],
  },
  accepts: keepsOrder,
});
