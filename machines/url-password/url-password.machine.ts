import { outcomeIn } from '#machines/shared/outcome.ts';
import { backOf, RESTART_TRANSITIONS, UNFINISHED_TRANSITIONS } from '#machines/shared/password-flow.ts';
import { reportFailure, reportUnexpected } from '#machines/shared/report-failure.ts';
import { UNEXPECTED } from '#machines/shared/result.ts';
import { finishing } from './finishing.ts';
import {
  begin,
  identityCheck,
  passwordChoice,
  questionChoice,
  urlPasswordSetup,
} from './url-password.setup.ts';

/**
 * The URL password flow (spec section 4): creates a password with a question, or changes one as the setting
 * demands.
 */
export const urlPasswordMachine = urlPasswordSetup.createMachine({
  id: 'url-password',
  context: ({ input }) => begin(input),
  initial: 'entering',
  output: ({ context }) => outcomeIn(context),
  states: {
    entering: {
      description: 'Waits for the ID that the link was made for.',
      on: {
        'id.submitted': [
          { guard: { type: 'isBlank', params: ({ event }) => event.userId }, actions: 'setBlankProblem' },
          {
            target: 'verifying',
            actions: ['clearProblem', { type: 'setUserId', params: ({ event }) => event.userId }],
          },
        ],
        'id.edited': { actions: 'clearProblem' },
        'flow.leave': { guard: 'isOver', target: 'done', actions: { type: 'setFinished', params: false } },
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
            guard: { type: 'isOpen', params: ({ event }) => event.output },
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
      description: 'Asks what the setting of the service wants, and what the person has.',
      tags: 'busy',
      invoke: {
        id: 'fetchConditions',
        src: 'fetchConditions',
        input: ({ context: { userId, clientId } }) => ({ userId, clientId }),
        onDone: [
          {
            guard: { type: 'isSettled', params: ({ event }) => event.output },
            target: 'choosing',
            actions: { type: 'setConditions', params: ({ event }) => event.output },
          },
          { target: 'entering', actions: reportFailure },
        ],
        onError: { target: 'entering', actions: reportUnexpected },
      },
    },
    choosing: {
      description: 'Chooses the first step by the kind of the link, the setting and what the person has.',
      always: [
        { guard: 'creates', target: 'identity' },
        { guard: 'choosesMethod', target: 'selecting' },
        { guard: 'asksQuestion', target: 'answering' },
        { target: 'identity' },
      ],
    },
    selecting: {
      description: 'The person chooses how to prove who they are.',
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
      on: backOf('self-auth'),
      entry: 'dropProof',
      invoke: {
        id: 'self-auth',
        src: 'self-auth',
        input: ({ context }) => identityCheck(context),
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
      description: 'A new password comes with a question and an answer first.',
      always: [{ guard: 'creates', target: 'questioning' }, { target: 'setup' }],
    },
    retreating: {
      description: 'Prev goes to the choice of the method, or to the ID.',
      entry: 'dropProof',
      always: [
        { guard: 'creates', target: 'entering' },
        { guard: 'choosesMethod', target: 'selecting' },
        { target: 'entering' },
      ],
    },
    answering: {
      description: 'The question that the person has answered before.',
      meta: { step: 'proof' },
      on: backOf('questions'),
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
      description: 'The person chooses a question and leaves an answer.',
      meta: { step: 'proof' },
      on: backOf('questions'),
      invoke: {
        id: 'questions',
        src: 'questions',
        input: ({ context }) => questionChoice(context),
        onDone: [
          {
            guard: { type: 'isChosen', params: ({ event }) => event.output },
            target: 'setup',
            actions: { type: 'setChosen', params: ({ event }) => event.output },
          },
          ...UNFINISHED_TRANSITIONS,
        ],
        onError: RESTART_TRANSITIONS,
      },
    },
    setup: {
      description: 'The new password.',
      meta: { step: 'proof' },
      on: backOf('password-setup'),
      invoke: {
        id: 'password-setup',
        src: 'password-setup',
        input: ({ context }) => passwordChoice(context),
        onDone: [
          { guard: { type: 'isSaved', params: ({ event }) => event.output }, target: 'ending' },
          {
            guard: { type: 'isLinkOver', params: ({ event }) => event.output },
            target: 'entering',
            actions: { type: 'setLinkOver', params: ({ event }) => event.output },
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
