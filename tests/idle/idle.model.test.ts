import { cases } from '#cases/idle/idle.cases.ts';
import { idleMachine } from '#machines/idle/idle.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(idleMachine.provide({ actions: { tellEnd: () => undefined } }), {
  inputs: {
    'the server tells its limit': { heldMs: 1_770_000 },
    'the server tells no limit': { heldMs: 0 },
  },
  ...cases,
});
