import { cases } from '#cases/url-password/url-password.cases.ts';
import { urlPasswordMachine } from '#machines/url-password/url-password.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(urlPasswordMachine, {
  inputs: {
    'a link': { clientId: 'demo', ak: 'ak-1', isInsideApp: false, hasRestarted: false },
    'a reload': { clientId: 'demo', ak: 'ak-1', isInsideApp: false, hasRestarted: true },
  },
  project: ({ context }) => ({
    kind: context.link?.kind,
    proof: context.setting?.proof,
    problem: context.problem,
    refusal: context.refusal,
    failure: context.failure?.kind === 'rejected' ? context.failure.code : context.failure?.kind,
    hasRestarted: context.hasRestarted,
    hasToken: context.token !== '',
    hasChosen: context.chosenAnswer !== null,
    done: context.finishedCalls.includes('answer'),
    reason: context.outcome?.reason,
  }),
  ...cases,
});
