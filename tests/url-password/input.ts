import type { urlPasswordMachine } from '#machines/url-password/url-password.machine.ts';
import type { Projection } from '#tests/support/model/paths.ts';

export const INPUTS = {
  'a link': { clientId: 'demo', ak: 'ak-1', isInsideApp: false, hasRestarted: false },
  'a reload': { clientId: 'demo', ak: 'ak-1', isInsideApp: false, hasRestarted: true },
};

/** The values that decide how the flow continues. */
export const decisiveValues: Projection<typeof urlPasswordMachine> = ({ context }) => ({
  kind: context.link?.kind,
  proof: context.setting?.proof,
  problem: context.problem,
  refusal: context.refusal,
  failure: context.failure?.kind === 'rejected' ? context.failure.code : context.failure?.kind,
  hasRestarted: context.hasRestarted,
  hasToken: context.token !== '',
  hasChosen: context.chosenAnswer !== null,
  isAnswerSaved: context.finishedCalls.includes('answer'),
  reason: context.outcome?.reason,
});
