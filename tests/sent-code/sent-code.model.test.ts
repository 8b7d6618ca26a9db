import type { SentCodeMachine } from '#machines/sent-code/sent-code.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import type { Projection } from '#tests/support/model/paths.ts';
import { input, unkept } from './input.ts';
import { cases } from './sent-code.cases.ts';

/** What decides the next step; the two sides of the screen do not look at each other's failures. */
const decisive: Projection<SentCodeMachine> = (snapshot) => {
  const { sendToken, isTokenFresh, hasAsked, validUntil, problem, sendFailure, failure } = snapshot.context;
  const isOutdated = sendFailure?.kind === 'rejected';
  return { sendToken, isTokenFresh, hasAsked, validUntil, problem, isOutdated, hasFailed: failure !== null };
};

describeModel(unkept, {
  inputs: {
    'nothing is sent': input(),
    'the person always uses it': input({
      isFixed: true,
      alwaysSend: true,
      startsAlone: true,
      hasOtherMethods: false,
    }),
    'a code is on its way': input({ validUntil: 200_000 }),
  },
  ...cases,
  project: decisive,
});
