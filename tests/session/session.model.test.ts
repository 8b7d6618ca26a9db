import { sessionMachine } from '#machines/session/session.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(sessionMachine, {
  inputs: { 'a session has expired': undefined },
  events: [{ type: 'session.leave' }],
  answers: { readClock: [0] },
});
