import { sessionExpiryMachine } from '#machines/session-expiry/session-expiry.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { cases } from './session-expiry.cases.ts';

describeModel(sessionExpiryMachine, {
  inputs: { 'a session has expired': undefined },
  ...cases,
});
