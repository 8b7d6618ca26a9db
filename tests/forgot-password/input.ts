import type { forgotPasswordMachine } from '#machines/forgot-password/forgot-password.machine.ts';
import type { Projection } from '#tests/support/model/paths.ts';

export const INPUTS = {
  'an unknown person': { userId: '', clientId: 'demo', isInsideApp: false, hasRestarted: false },
  'a known person': { userId: 'kim', clientId: 'demo', isInsideApp: false, hasRestarted: false },
  'a reload': { userId: 'kim', clientId: 'demo', isInsideApp: false, hasRestarted: true },
};

/** The values that decide how the flow continues. */
export const decisiveValues: Projection<typeof forgotPasswordMachine> = ({ context }) => ({
  isKnown: context.identified !== null,
  proof: context.conditions?.setting.proof,
  problem: context.problem,
  hasFailed: context.failure !== null,
  hasRestarted: context.hasRestarted,
  hasToken: context.token !== '',
  reason: context.outcome?.reason,
});
