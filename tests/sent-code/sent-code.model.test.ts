import { loginParameters } from '#cases/samples.ts';
import { cases } from '#cases/sent-code/sent-code.cases.ts';
import type { SentCodeMachine } from '#machines/sent-code/sent-code.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import type { Projection } from '#tests/support/model/paths.ts';
import { AUTO, input, machineWithoutStorage } from './input.ts';

/** The values that decide transitions; delivery and proof do not depend on the failures of each other. */
const decisiveValues: Projection<SentCodeMachine> = (snapshot) => {
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
    'no code is sent': input(),
    'the code is sent automatically': input({ ...AUTO, hasOtherMethods: false }),
    'the first of two steps': input({ login: loginParameters({ step: 'first' }) }),
    'two channels': input({ tokenCode: '4', sendToken: 'given' }),
    'a code was sent before': input({ validUntil: 200_000 }),
  },
  ...cases,
  project: decisiveValues,
});
