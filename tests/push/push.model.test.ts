import type { PushMachine } from '#machines/push/push.machine.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import type { Projection } from '#tests/support/model/paths.ts';
import { login, rejected } from '#tests/support/model/samples.ts';
import { ID, input, unkept } from './input.ts';

const LATER = 1_000_000;
const look = (check: string, at = 0) => ({ check: success(check), at });

const decisive: Projection<PushMachine> = ({ context }) => [
  context.push,
  context.hasAsked,
  context.isCutOff,
  context.check,
  context.failure?.kind === 'rejected' ? context.failure.status : context.failure?.kind,
  context.wish,
];

describeModel(unkept, {
  inputs: {
    'nothing is asked for': input(),
    'the second step': input({ success: 'approved', lifetime: 45_000, hasOtherMethods: false }),
    'it starts by itself': input({ startsAlone: true }),
    'a push waits already': input({ pending: { id: ID, validUntil: 200_000 } }),
  },
  events: [
    { type: 'push.request', always: true, alwaysSend: true },
    { type: 'push.cancel' },
    { type: 'method.change' },
    { type: 'failure.dismissed' },
    { type: 'screen.leave' },
  ],
  answers: {
    readClock: [0, LATER],
    requestPush: [success({ id: ID, period: 60_000, at: 0 }), failed(UNREACHABLE), failed(rejected('', 401))],
    checkPush: [
      look('X'),
      look('A'),
      look('O'),
      look('X', LATER),
      { check: failed(UNREACHABLE), at: 0 },
      { check: failed(rejected('', 404)), at: 0 },
    ],
    withdrawPush: [success(undefined), failed(UNREACHABLE)],
    logIn: [success(login()), failed(rejected('016')), failed(rejected('010_3')), failed(UNREACHABLE)],
  },
  project: decisive,
});
