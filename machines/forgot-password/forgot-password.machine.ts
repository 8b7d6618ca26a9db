import { requireOutcome } from '#machines/shared/outcome.ts';
import {
  backTransition,
  RESTART_TRANSITIONS,
  UNFINISHED_TRANSITIONS,
} from '#machines/shared/password-flow.ts';
import { offeredIdentityMethods } from '#machines/shared/password-steps.ts';
import { failureOf, UNEXPECTED } from '#machines/shared/result.ts';
import { forgotPasswordSetup } from './forgot-password.setup.ts';

/** The flow for a forgotten password (spec section 4): the proof of identity that the setting requires, then a new password. */
export const forgotPasswordMachine = forgotPasswordSetup.createMachine({
  id: 'forgot-password',
  context: ({ input }) => ({
    ...input,
    identified: null,
    conditions: null,
    problem: null,
    failure: null,
    token: '',
    outcome: null,
  }),
  initial: 'opening',
  output: ({ context }) => requireOutcome(context),
  states: {
    opening: {
      description: 'An identified person does not enter the ID again.',
      always: [{ guard: 'canSkipId', target: 'identifying' }, { target: 'entering' }],
    },
    entering: {
      description: 'Waits for the ID; after a restart of the flow it is filled in.',
      on: {
        'id.submitted': [
          { guard: { type: 'isBlank', params: ({ event }) => event.userId }, actions: 'setBlankProblem' },
          {
            target: 'identifying',
            actions: ['clearProblem', { type: 'setUserId', params: ({ event }) => event.userId }],
          },
        ],
        'id.edited': { actions: 'clearProblem' },
        'step.back': { target: 'done', actions: 'end' },
      },
    },
    identifying: {
      description: 'The policy of the person is checked.',
      tags: 'busy',
      invoke: {
        id: 'checkPolicy',
        src: 'checkPolicy',
        input: ({ context: { userId, clientId } }) => ({ userId, clientId }),
        onDone: [
          {
            guard: { type: 'isIdentified', params: ({ event }) => event.output },
            target: 'preparing',
            actions: { type: 'setIdentified', params: ({ event }) => event.output },
          },
          {
            target: 'entering',
            actions: { type: 'setFailure', params: ({ event }) => failureOf(event.output) },
          },
        ],
        onError: { target: 'entering', actions: { type: 'setFailure', params: UNEXPECTED } },
      },
    },
    preparing: {
      description: 'Asks the server whether and how this person may reset the password.',
      tags: 'busy',
      invoke: {
        id: 'fetchResetConditions',
        src: 'fetchResetConditions',
        input: ({ context: { userId, clientId } }) => ({ userId, clientId }),
        onDone: [
          {
            guard: { type: 'isResetAllowed', params: ({ event }) => event.output },
            target: 'choosing',
            actions: { type: 'setConditions', params: ({ event }) => event.output },
          },
          { guard: { type: 'isResetForbidden', params: ({ event }) => event.output }, target: 'forbidden' },
          {
            target: 'entering',
            actions: { type: 'setFailure', params: ({ event }) => failureOf(event.output) },
          },
        ],
        onError: { target: 'entering', actions: { type: 'setFailure', params: UNEXPECTED } },
      },
    },
    forbidden: {
      description: 'Says that this password cannot be reset here; only Prev is offered.',
      on: { 'step.back': { target: 'done', actions: 'end' } },
    },
    choosing: {
      description: 'Chooses the proof of identity, by the setting and the methods of the person.',
      always: [
        { guard: 'canChooseProof', target: 'selecting' },
        { guard: 'mustAnswerQuestion', target: 'answering' },
        { target: 'identity' },
      ],
    },
    selecting: {
      description: 'The person chooses how to prove their identity.',
      on: {
        'method.chosen': [
          { guard: { type: 'wantsQuestion', params: ({ event }) => event.method }, target: 'answering' },
          { target: 'identity' },
        ],
        'step.back': { target: 'done', actions: 'end' },
      },
    },
    identity: {
      description: 'The identity check.',
      meta: { step: 'proof' },
      on: backTransition('self-auth'),
      entry: 'dropProof',
      invoke: {
        id: 'self-auth',
        src: 'self-auth',
        input: ({ context: { userId, clientId, isInsideApp, conditions, identified } }) => ({
          userId,
          clientId,
          isInsideApp,
          mode: 'change',
          offered: offeredIdentityMethods(conditions?.setting ?? null),
          token: '',
          mobileApp: identified?.policy.userTokens.mobileApp ?? null,
        }),
        onDone: [
          {
            guard: { type: 'isPassed', params: ({ event }) => event.output },
            target: 'setup',
            actions: { type: 'setToken', params: ({ event }) => event.output },
          },
          ...UNFINISHED_TRANSITIONS,
        ],
        onError: RESTART_TRANSITIONS,
      },
    },
    answering: {
      description: 'The person answers the question that they have set up before.',
      meta: { step: 'proof' },
      on: backTransition('questions'),
      entry: 'dropProof',
      invoke: {
        id: 'questions',
        src: 'questions',
        input: ({ context: { userId, clientId } }) => ({ userId, clientId, mode: 'answer' }),
        onDone: [
          {
            guard: { type: 'isAnswered', params: ({ event }) => event.output },
            target: 'setup',
            actions: { type: 'setToken', params: ({ event }) => event.output },
          },
          ...UNFINISHED_TRANSITIONS,
        ],
        onError: RESTART_TRANSITIONS,
      },
    },
    goingBack: {
      description: 'Back leads to the choice of the method, or leaves the flow.',
      entry: 'dropProof',
      always: [
        { guard: 'canChooseProof', target: 'selecting' },
        { target: 'done', actions: 'end' },
      ],
    },
    setup: {
      description: 'The new password.',
      meta: { step: 'proof' },
      on: backTransition('password-setup'),
      invoke: {
        id: 'password-setup',
        src: 'password-setup',
        input: ({ context: { userId, token, conditions } }) => ({
          userId,
          token,
          type: 'change',
          reuseLimit: conditions?.setting.passwordReuseLimit ?? 0,
        }),
        onDone: [
          {
            guard: { type: 'isSaved', params: ({ event }) => event.output },
            target: 'done',
            actions: ['setSaved', 'dropProof'],
          },
          ...UNFINISHED_TRANSITIONS,
        ],
        onError: RESTART_TRANSITIONS,
      },
    },
    done: { type: 'final' },
  },
});

export type ForgotPasswordMachine = typeof forgotPasswordMachine;
