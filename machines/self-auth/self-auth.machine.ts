import { assertEvent, raise } from 'xstate';
import { contactTypeOf } from '#machines/shared/identity-methods.ts';
import { requireOutcome } from '#machines/shared/outcome.ts';
import { reportFailure, reportUnexpected } from '#machines/shared/report-failure.ts';
import { proofs } from './proofs.ts';
import { initialContext, selfAuthSetup } from './self-auth.setup.ts';

/**
 * The identity check (spec sections 2 and 4, "Self-authentication"). The person enters names and a contact, then proves
 * their identity with a code, the app or a push. Other flows use this flow as a step; its input and output are in
 * `machines/shared/password-steps.ts`.
 */
export const selfAuthMachine = selfAuthSetup.createMachine({
  id: 'self-auth',
  context: ({ input }) => initialContext(input),
  initial: 'lookingUp',
  output: ({ context }) => requireOutcome(context),
  states: {
    lookingUp: {
      description: 'Looks up the contacts of the person. Without an answer, only the settings count.',
      tags: 'busy',
      invoke: {
        id: 'lookUpContacts',
        src: 'lookUpContacts',
        input: ({ context: { userId, clientId } }) => ({ userId, clientId }),
        onDone: {
          target: 'deciding',
          actions: { type: 'setContacts', params: ({ event }) => event.output },
        },
        onError: 'deciding',
      },
    },
    deciding: {
      description: 'Checks whether an identity method is available.',
      always: [{ guard: 'hasMethod', target: 'checkingToken' }, { target: 'unavailable' }],
    },
    checkingToken: {
      description:
        'With a token the proof starts immediately; otherwise the person first enters names and a contact.',
      always: [{ guard: 'hasToken', target: 'proving' }, { target: 'naming' }],
    },
    unavailable: {
      description: 'No identity check is possible; only Prev is offered.',
      on: { 'step.back': { target: 'done', actions: { type: 'end', params: 'back' } } },
    },
    naming: {
      description: 'Waits for names and the contact of the chosen method.',
      on: {
        'method.chosen': [
          {
            guard: { type: 'hasTokenForMethod', params: ({ event }) => event.method },
            target: 'proving',
            actions: { type: 'choose', params: ({ event }) => event.method },
          },
          {
            guard: { type: 'canChoose', params: ({ event }) => event.method },
            actions: { type: 'choose', params: ({ event }) => event.method },
          },
        ],
        'names.submitted': [
          { guard: { type: 'isBlank', params: ({ event }) => event.info }, actions: 'setBlankProblem' },
          { target: 'verifying', actions: 'clearProblem' },
        ],
        'names.edited': { actions: 'clearProblem' },
        'step.back': { target: 'done', actions: { type: 'end', params: 'back' } },
      },
    },
    verifying: {
      description: 'The server compares names and contact with the account.',
      tags: 'busy',
      invoke: {
        id: 'verify',
        src: 'verify',
        input: ({ context: { userId, clientId, method }, event }) => {
          assertEvent(event, 'names.submitted');
          return {
            userId,
            clientId,
            lastName: event.lastName.trim(),
            firstName: event.firstName.trim(),
            info: event.info.trim(),
            type: contactTypeOf(method ?? 'sms'),
          };
        },
        onDone: [
          {
            guard: { type: 'isVerified', params: ({ event }) => event.output },
            target: 'granting',
            actions: { type: 'setVerified', params: ({ event }) => event.output },
          },
          { target: 'naming', actions: reportFailure },
        ],
        onError: { target: 'naming', actions: reportUnexpected },
      },
    },
    granting: {
      description: 'Gets the token for requesting the codes and pushes of this check.',
      tags: 'busy',
      invoke: {
        id: 'grantToken',
        src: 'grantToken',
        input: ({ context: { userId, clientId } }) => ({ userId, clientId }),
        onDone: [
          {
            guard: { type: 'isGranted', params: ({ event }) => event.output },
            target: 'proving',
            actions: { type: 'setToken', params: ({ event }) => event.output },
          },
          { target: 'naming', actions: reportFailure },
        ],
        onError: { target: 'naming', actions: reportUnexpected },
      },
    },
    proving: {
      description: 'The flow of the chosen method is running. Another method can be chosen.',
      meta: { step: 'proof' },
      on: {
        'step.requested': {
          guard: { type: 'leavesProof', params: ({ event }) => event.step },
          actions: raise({ type: 'step.back' }),
        },
        'method.chosen': [
          {
            guard: { type: 'hasTokenForMethod', params: ({ event }) => event.method },
            target: 'proving',
            reenter: true,
            actions: { type: 'choose', params: ({ event }) => event.method },
          },
          {
            guard: { type: 'canChoose', params: ({ event }) => event.method },
            target: 'naming',
            actions: { type: 'choose', params: ({ event }) => event.method },
          },
        ],
        'code.sent': { actions: { type: 'setSent', params: ({ event }) => event } },
        'step.back': 'goingBack',
      },
      initial: 'choosing',
      states: {
        choosing: {
          description: 'Opens the flow of the method.',
          always: [
            { guard: 'isSentCode', target: 'sent-code' },
            { guard: 'isDeviceCode', target: 'device-code' },
            { target: 'push' },
          ],
        },
        ...proofs,
      },
    },
    goingBack: {
      description: 'Prev goes to the names, or ends a check that began with a token.',
      always: [
        { guard: 'startedWithToken', target: 'done', actions: { type: 'end', params: 'back' } },
        { target: 'naming', actions: 'dropTokens' },
      ],
    },
    done: { type: 'final' },
  },
});

export type SelfAuthMachine = typeof selfAuthMachine;
