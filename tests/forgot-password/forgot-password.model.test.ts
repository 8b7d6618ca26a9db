import { cases } from '#cases/forgot-password/forgot-password.cases.ts';
import { forgotPasswordMachine } from '#machines/forgot-password/forgot-password.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(forgotPasswordMachine, {
  inputs: {
    'an unknown person': { userId: '', clientId: 'demo', isInsideApp: false, hasRestarted: false },
    'a known person': { userId: 'kim', clientId: 'demo', isInsideApp: false, hasRestarted: false },
    'a reload': { userId: 'kim', clientId: 'demo', isInsideApp: false, hasRestarted: true },
  },
  project: ({ context }) => ({
    isKnown: context.identified !== null,
    proof: context.conditions?.setting.proof,
    problem: context.problem,
    hasFailed: context.failure !== null,
    hasRestarted: context.hasRestarted,
    hasToken: context.token !== '',
    reason: context.outcome?.reason,
  }),
  ...cases,
});
