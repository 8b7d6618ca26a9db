import { requireOutcome } from '#machines/shared/outcome.ts';
import {
  backTransition,
  RESTART_TRANSITIONS,
  UNFINISHED_TRANSITIONS,
} from '#machines/shared/password-flow.ts';
import { reportFailure, reportUnexpected } from '#machines/shared/report-failure.ts';
import { UNEXPECTED } from '#machines/shared/result.ts';
import { finishing } from './finishing.ts';
import {
  initialContext,
  passwordSetupInput,
  questionsInput,
  selfAuthInput,
  urlPasswordSetup,
} from './url-password.setup.ts';

/**
 * The flow of a password link (spec section 4, "URL password"). It creates a password and stores an answer to a question;
 * or it changes the password, after the proof of identity that the setting requires.
 */
export const urlPasswordMachine = urlPasswordSetup.createMachine({
  id: 'url-password',
  context: ({ input }) => initialContext(input),
  initial: 'entering',
  output: ({ context }) => requireOutcome(context),
  states: {
    entering: {
      description: 'Waits for the ID for which the link was created.',
      on: {
        'id.submitted': [
          { guard: { type: 'isBlank', params: ({ event }) => event.userId }, actions: 'setBlankProblem' },
          {
            target: 'verifying',
            actions: ['clearProblem', { type: 'setUserId', params: ({ event }) => event.userId }],
          },
        ],
        'id.edited': { actions: 'clearProblem' },
        'flow.leave': {
          guard: 'hasLinkEnded',
          target: 'done',
          actions: { type: 'setFinished', params: { isPasswordSaved: false } },
        },
        'step.back': { target: 'done', actions: 'end' },
      },
    },
    verifying: {
      description: 'The server verifies the link without using it up.',
      tags: 'busy',
      invoke: {
        id: 'verifyLink',
        src: 'verifyLink',
        input: ({ context: { userId, clientId, ak } }) => ({ userId, clientId, ak }),
        onDone: [
          {
            guard: { type: 'isLinkValid', params: ({ event }) => event.output },
            target: 'preparing',
            actions: { type: 'setLink', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isRefused', params: ({ event }) => event.output },
            target: 'entering',
            actions: { type: 'setRefusal', params: ({ event }) => event.output },
          },
          {
            target: 'entering',
            actions: {
              type: 'setFailure',
              params: ({ event }) => ('failure' in event.output ? event.output.failure : UNEXPECTED),
            },
          },
        ],
        onError: { target: 'entering', actions: reportUnexpected },
      },
    },
    preparing: {
      description: 'Fetches the password setting of the service and the contacts of the person.',
      tags: 'busy',
      invoke: {
        id: 'fetchConditions',
        src: 'fetchConditions',
        input: ({ context: { userId, clientId } }) => ({ userId, clientId }),
        onDone: [
          {
            guard: { type: 'hasConditions', params: ({ event }) => event.output },
            target: 'choosing',
            actions: { type: 'setConditions', params: ({ event }) => event.output },
          },
          { target: 'entering', actions: reportFailure },
        ],
        onError: { target: 'entering', actions: reportUnexpected },
      },
    },
    choosing: {
      description:
        'Chooses the first step by the purpose of the link, the setting and the methods of the person.',
      always: [
        { guard: 'createsPassword', target: 'identity' },
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
        'step.back': 'entering',
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
        input: ({ context }) => selfAuthInput(context),
        onDone: [
          {
            guard: { type: 'isPassed', params: ({ event }) => event.output },
            target: 'proved',
            actions: { type: 'setToken', params: ({ event }) => event.output },
          },
          ...UNFINISHED_TRANSITIONS,
        ],
        onError: RESTART_TRANSITIONS,
      },
    },
    proved: {
      description: 'A first password needs a question and an answer first.',
      always: [{ guard: 'createsPassword', target: 'questioning' }, { target: 'setup' }],
    },
    goingBack: {
      description: 'Prev goes to the choice of the method, or to the ID.',
      entry: 'dropProof',
      always: [
        { guard: 'createsPassword', target: 'entering' },
        { guard: 'canChooseProof', target: 'selecting' },
        { target: 'entering' },
      ],
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
    questioning: {
      description: 'The person chooses a question and enters an answer.',
      meta: { step: 'proof' },
      on: backTransition('questions'),
      invoke: {
        id: 'questions',
        src: 'questions',
        input: ({ context }) => questionsInput(context),
        onDone: [
          {
            guard: { type: 'isChosen', params: ({ event }) => event.output },
            target: 'setup',
            actions: { type: 'setChosenAnswer', params: ({ event }) => event.output },
          },
          ...UNFINISHED_TRANSITIONS,
        ],
        onError: RESTART_TRANSITIONS,
      },
    },
    setup: {
      description: 'The new password.',
      meta: { step: 'proof' },
      on: backTransition('password-setup'),
      invoke: {
        id: 'password-setup',
        src: 'password-setup',
        input: ({ context }) => passwordSetupInput(context),
        onDone: [
          { guard: { type: 'isSaved', params: ({ event }) => event.output }, target: 'ending' },
          {
            guard: { type: 'isLinkEnded', params: ({ event }) => event.output },
            target: 'entering',
            actions: { type: 'setLinkEnded', params: ({ event }) => event.output },
          },
          ...UNFINISHED_TRANSITIONS,
        ],
        onError: RESTART_TRANSITIONS,
      },
    },
    ...finishing,
    done: { type: 'final' },
  },
});

export type UrlPasswordMachine = typeof urlPasswordMachine;
