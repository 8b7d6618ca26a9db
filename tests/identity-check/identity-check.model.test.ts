import { identityCheckMachine } from '#machines/identity-check/identity-check.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { cases, INPUT } from './identity-check.cases.ts';

describeModel(identityCheckMachine, {
  inputs: {
    'a phone and an app': INPUT,
    'no way': { ...INPUT, contacts: { ...INPUT.contacts, phoneNumber: null }, mobileApp: null },
  },
  ...cases,
});
