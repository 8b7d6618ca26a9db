import { cases } from '#cases/end-sign-ins/end-sign-ins.cases.ts';
import { endSignInsMachine } from '#machines/end-sign-ins/end-sign-ins.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(endSignInsMachine, {
  inputs: { 'a person who is signed in elsewhere': { userId: 'kim', token: 'held-1' } },
  ...cases,
});
