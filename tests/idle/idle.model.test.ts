import { cases } from '#cases/idle/idle.cases.ts';
import { idleMachine } from '#machines/idle/idle.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(idleMachine.provide({ actions: { reportEnd: () => undefined } }), {
  inputs: {
    'the server sends its limit': { lifetimeMs: 1_770_000 },
    'the server sends no limit': { lifetimeMs: 0 },
  },
  ...cases,
});
