import type { OtpMachine } from '#machines/otp/otp.machine.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import type { Projection } from '#tests/support/model/paths.ts';
import { login, rejected } from '#tests/support/model/samples.ts';
import { input, unkept } from './input.ts';

const SECRET = '493817';
const LATER = 1_000_000;

/** What decides the next step; the two sides of the screen do not look at each other's failures. */
const decisive: Projection<OtpMachine> = (snapshot) => {
  const { sendToken, isTokenFresh, hasAsked, validUntil, problem, sendFailure, failure } = snapshot.context;
  const isOutdated = sendFailure?.kind === 'rejected';
  return { sendToken, isTokenFresh, hasAsked, validUntil, problem, isOutdated, hasFailed: failure !== null };
};

describeModel(unkept, {
  inputs: {
    'nothing is sent': input(),
    'the person always uses it': input({ isFixed: true, alwaysSend: true, hasOtherMethods: false }),
    'a code is on its way': input({ validUntil: 200_000 }),
  },
  events: [
    { type: 'code.send' },
    { type: 'code.submitted', code: '', always: false, alwaysSend: false },
    { type: 'code.submitted', code: 'null', always: false, alwaysSend: false },
    { type: 'code.submitted', code: SECRET, always: true, alwaysSend: true },
    { type: 'code.edited' },
    { type: 'method.change' },
    { type: 'failure.dismissed' },
    { type: 'delivery.dismissed' },
  ],
  answers: {
    readClock: [0, LATER],
    grantSendToken: [success('send-token'), failed(rejected('', 401)), failed(UNREACHABLE)],
    sendCode: [success({ at: 0 }), failed(rejected('', 401)), failed(UNREACHABLE)],
    receiveSms: ['271828', null],
    logIn: [success(login()), failed(rejected('016')), failed(rejected('005'))],
  },
  project: decisive,
  secrets: [SECRET],
});
