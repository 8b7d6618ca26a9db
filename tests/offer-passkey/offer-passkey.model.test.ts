import { cases } from '#cases/offer-passkey/offer-passkey.cases.ts';
import { offerPasskeyMachine } from '#machines/offer-passkey/offer-passkey.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(offerPasskeyMachine, {
  inputs: { 'a person who has signed in by password': { userId: 'kim', token: 'offer-1' } },
  ...cases,
});
