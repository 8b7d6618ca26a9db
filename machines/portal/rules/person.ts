import { assign } from 'xstate';
import type { IdEntryOutput } from '#machines/id-entry/id-entry.setup.ts';
import { usableAssertion } from '#machines/portal/policy-rules.ts';
import type { PolicyAnswer } from '#machines/portal/portal.types.ts';
import {
  dropSecondStep,
  forgetAll,
  forgetPerson,
  identify,
  knownClient,
} from '#machines/portal/session-rules.ts';
import type { Failure } from '#machines/shared/result.ts';
import type { Pending } from '#machines/shared/session.ts';
import { routeRules } from './route.ts';

/** Guards and actions of the person and their policy. */
export const personRules = routeRules.extend({
  guards: {
    isUnknownUser: ({ context }) => context.session.person.userId === '',
    hasPerson: ({ context }) => context.session.person.userId !== '',
    /** Between two steps nobody is signed in yet: a 401 there is an answer to the step (ADR-0012). */
    hasSession: ({ context: { session } }) => session.person.secondToken === '',
    lacksPolicy: ({ context }) => context.policy === null,
    hasFirstStep: ({ context: { policy, session } }) =>
      policy?.secondAuth === true && session.person.secondToken !== '',
    isRenewed: (_, answer: PolicyAnswer) => answer.ok,
  },
  actions: {
    /** Adds a remark when a passkey was used that no screen accepts. */
    identify: assign(({ context }, identified: IdEntryOutput) => {
      const assertion = usableAssertion(context, identified);
      return {
        session: identify(dropSecondStep(context.session), identified),
        policy: identified.policy,
        assertion,
        failure: null,
        remark:
          identified.assertion !== null && assertion === null ? ('remark.passkeyNotAllowed' as const) : null,
        hasRestarted: false,
        existingLogin: null,
      };
    }),
    renewPolicy: assign(({ context }, answer: PolicyAnswer) =>
      answer.ok
        ? { session: identify(context.session, answer.value), policy: answer.value.policy }
        : { failure: answer.failure },
    ),
    setFailure: assign((_, failure: Failure) => ({ failure })),
    setPending: assign(({ context: { session } }, pending: Pending | null) => ({
      session: { ...session, person: { ...session.person, pending } },
    })),
    enterEmergency: assign(({ context: { session } }) => ({
      session: { ...session, person: { ...session.person, emergency: true } },
    })),
    leaveEmergency: assign(({ context: { session } }) => ({
      session: { ...session, person: { ...session.person, emergency: false } },
    })),
    forgetPerson: assign(({ context }) => ({ session: forgetPerson(context.session), policy: null })),
    forgetAll: assign(({ context }) => {
      const session = forgetAll(context.session);
      return { session, policy: null, client: knownClient(session, context.config) };
    }),
  },
});
