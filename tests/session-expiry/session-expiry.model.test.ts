import { cases } from '#cases/session-expiry/session-expiry.cases.ts';
import { sessionExpiryMachine } from '#machines/session-expiry/session-expiry.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(sessionExpiryMachine, {
  inputs: { 'a session has expired': undefined },
  ...cases,
});
