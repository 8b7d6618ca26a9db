import { cases } from '#cases/push/push.cases.ts';
import { PUSH_ID } from '#cases/push/samples.ts';
import { loginParameters } from '#cases/samples.ts';
import type { PushMachine } from '#machines/push/push.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import type { Projection } from '#tests/support/model/paths.ts';
import { input, machineWithoutStorage } from './input.ts';

const decisiveValues: Projection<PushMachine> = ({ context }) => [
  context.push,
  context.hasRequested,
  context.hasPollFailed,
  context.check,
  context.failure?.kind === 'rejected' ? context.failure.status : context.failure?.kind,
  context.outcome?.reason,
];

describeModel(machineWithoutStorage, {
  inputs: {
    'no push is requested': input(),
    'the second step': input({ success: 'approved', lifetime: 45_000, hasOtherMethods: false }),
    'the first of two steps': input({ login: loginParameters({ step: 'first' }) }),
    'a push is requested automatically': input({ autoStarts: true }),
    'a push is already pending': input({ pending: { id: PUSH_ID, validUntil: 200_000 } }),
  },
  ...cases,
  project: decisiveValues,
});
