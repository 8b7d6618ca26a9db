import type { IdEntryOutput } from '#machines/id-entry/id-entry.setup.ts';
import { usableAssertion } from '#machines/portal/policy-rules.ts';
import type { PolicyCheckResult } from '#machines/portal/portal.types.ts';
import {
  dropFirstStep,
  forgetAll,
  forgetPerson,
  initialClientConfig,
  withIdentifiedPerson,
} from '#machines/portal/session-rules.ts';
import type { Failure } from '#machines/shared/result.ts';
import type { Pending } from '#machines/shared/session.ts';
import { assignPortal, type PortalArgs } from './actions.ts';

/** Guards of the person and their policy. */
export const personGuards = {
  isUnknownUser: ({ context }: PortalArgs) => context.session.person.userId === '',
  hasPerson: ({ context }: PortalArgs) => context.session.person.userId !== '',
  /** False between the two steps: there is no session yet, and a status 401 belongs to the second step (ADR-0012). */
  hasSession: ({ context: { session } }: PortalArgs) => session.person.secondToken === '',
  lacksPolicy: ({ context }: PortalArgs) => context.policy === null,
  isFirstStepDone: ({ context: { policy, session } }: PortalArgs) =>
    policy?.secondAuth === true && session.person.secondToken !== '',
  isPolicyRenewed: (_: PortalArgs, answer: PolicyCheckResult) => answer.ok,
};

/** Actions of the person and their policy. */
export const personActions = {
  /** Stores the identified person. A remark says when the passkey that identified them cannot be used to sign in. */
  identify: assignPortal(({ context }, identified: IdEntryOutput) => {
    const assertion = usableAssertion(context, identified);
    return {
      session: withIdentifiedPerson(dropFirstStep(context.session), identified),
      policy: identified.policy,
      assertion,
      failure: null,
      remark: identified.assertion !== null && assertion === null ? 'remark.passkeyNotAllowed' : null,
      hasRestarted: false,
      existingLogin: null,
    };
  }),
  storePolicyOrFailure: assignPortal(({ context }, answer: PolicyCheckResult) =>
    answer.ok
      ? { session: withIdentifiedPerson(context.session, answer.value), policy: answer.value.policy }
      : { failure: answer.failure },
  ),
  setFailure: assignPortal((_, failure: Failure) => ({ failure })),
  setPending: assignPortal(({ context: { session } }, pending: Pending | null) => ({
    session: { ...session, person: { ...session.person, pending } },
  })),
  enterEmergency: assignPortal(({ context: { session } }) => ({
    session: { ...session, person: { ...session.person, emergency: true } },
  })),
  leaveEmergency: assignPortal(({ context: { session } }) => ({
    session: { ...session, person: { ...session.person, emergency: false } },
  })),
  forgetPerson: assignPortal(({ context }) => ({ session: forgetPerson(context.session), policy: null })),
  forgetAll: assignPortal(({ context }) => {
    const session = forgetAll(context.session);
    return { session, policy: null, client: initialClientConfig(session, context.config) };
  }),
};
