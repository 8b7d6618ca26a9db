import { managementMachine } from '#machines/management/management.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { cases, input } from './management.cases.ts';

describeModel(managementMachine, {
  inputs: {
    'a card': input(),
    'the app for the QR login': input({ code: '11' }),
    'any kind': input({ code: null }),
    'a key': input({ code: '8' }),
    'a passkey': input({ code: '12' }),
  },
  ...cases,
});
