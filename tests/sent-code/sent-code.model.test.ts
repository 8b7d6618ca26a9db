import { terms } from '#cases/samples.ts';
import { cases } from '#cases/sent-code/sent-code.cases.ts';
import type { SentCodeMachine } from '#machines/sent-code/sent-code.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import type { Projection } from '#tests/support/model/paths.ts';
import { AUTO, input, machineWithoutStorage } from './input.ts';

/** What decides the next step; the two sides of the screen do not look at each other's failures. */
const decisive: Projection<SentCodeMachine> = (snapshot) => {
  const { sendToken, isTokenFinal, hasRequested, validUntil, channels, isSent, problem } = snapshot.context;
  const { sendFailure, failure } = snapshot.context;
  const isOutdated = sendFailure?.kind === 'rejected';
  return {
    sendToken,
    isTokenFinal,
    hasRequested,
    validUntil,
    channels: channels.length,
    isSent,
    problem,
    isOutdated,
    hasFailed: failure !== null,
  };
};

describeModel(machineWithoutStorage, {
  inputs: {
    'nothing is sent': input(),
    'the person always uses it': input({ ...AUTO, hasOtherMethods: false }),
    'the first of two steps': input({ login: terms({ step: 'first' }) }),
    'a pair of channels': input({ tokenCode: '4', sendToken: 'given' }),
    'a code is on its way': input({ validUntil: 200_000 }),
  },
  ...cases,
  project: decisive,
});
