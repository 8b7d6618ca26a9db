import { sessionMachine } from '#machines/session/session.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { cases } from './session.cases.ts';

describeModel(sessionMachine, {
  inputs: { 'a session has expired': undefined },
  ...cases,
});
