import { backOf } from '#machines/shared/password-back.ts';
import { offeredBy } from '#machines/shared/password-steps.ts';
import { UNEXPECTED } from '#machines/shared/result.ts';
import { begin, TELL, urlPasswordSetup } from './url-password.setup.ts';

type Ended = { readonly event: { readonly output: { readonly reason: string } } };

/** The server no longer knows what the person has proved: it begins anew at the ID. */
const BEGINS_ANEW = { target: 'entering', actions: 'restart' } as const;

/** How a step ends that does not lead on. */
const ELSE = [
  { guard: { type: 'isOutdated', params: ({ event }: Ended) => event.output }, ...BEGINS_ANEW },
  { target: 'retreating' },
] as const;

/**
 * A password by a link (spec section 4, "URL password flow"): created after an identity check and a question, or
 * changed after what the setting asks.
 */
export const urlPasswordMachine = urlPasswordSetup.createMachine({
  id: 'url-password',
  context: ({ input }) => begin(input),
  initial: 'entering',
  output: ({ context }) => context.output,
  states: {
    entering: {
      description: 'Waits for the ID that the link was made for.',
      on: {
        'id.submitted': [
          { guard: { type: 'isBlank', params: ({ event }) => event.userId }, actions: 'noteBlank' },
          {
            target: 'verifying',
            actions: ['clearProblem', { type: 'noteUser', params: ({ event }) => event.userId }],
          },
        ],
        'id.edited': { actions: 'clearProblem' },
        'flow.leave': { guard: 'isOver', target: 'done', actions: 'noteFinished' },
        'step.back': 'done',
      },
    },
    verifying: {
      description: 'The server looks at the link. That uses nothing up.',
      tags: 'busy',
      invoke: {
        id: 'verifyLink',
        src: 'verifyLink',
        input: ({ context: { userId, clientId, ak } }) => ({ userId, clientId, ak }),
        onDone: [
          {
            guard: { type: 'isOpen', params: ({ event }) => event.output },
            target: 'preparing',
            actions: { type: 'noteLink', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isRefused', params: ({ event }) => event.output },
            target: 'entering',
            actions: { type: 'noteRefusal', params: ({ event }) => event.output },
          },
          {
            target: 'entering',
            actions: {
              type: 'noteFailure',
              params: ({ event }) => ('failure' in event.output ? event.output.failure : UNEXPECTED),
            },
          },
        ],
        onError: { target: 'entering', actions: { type: 'noteFailure', params: UNEXPECTED } },
      },
    },
    preparing: {
      description: 'Asks what the setting of the service wants.',
      tags: 'busy',
      invoke: {
        id: 'fetchSetting',
        src: 'fetchSetting',
        input: ({ context: { clientId } }) => ({ clientId }),
        onDone: [
          {
            guard: { type: 'isSettled', params: ({ event }) => event.output },
            target: 'choosing',
            actions: { type: 'noteSetting', params: ({ event }) => event.output },
          },
          { target: 'entering', actions: TELL },
        ],
        onError: { target: 'entering', actions: { type: 'noteFailure', params: UNEXPECTED } },
      },
    },
    choosing: {
      description: 'Chooses the first step by the kind of the link and the setting.',
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
        input: ({ context }) => ({
          userId: context.userId,
          clientId: context.clientId,
          mode: context.link?.kind ?? 'change',
          offered: offeredBy(context.setting),
          isInsideApp: context.isInsideApp,
          token: '',
        }),
        onDone: [
          {
            guard: { type: 'isPassed', params: ({ event }) => event.output },
            target: 'proved',
            actions: { type: 'noteToken', params: ({ event }) => event.output },
          },
          ...ELSE,
        ],
        onError: BEGINS_ANEW,
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
            actions: { type: 'noteToken', params: ({ event }) => event.output },
          },
          ...ELSE,
        ],
        onError: BEGINS_ANEW,
      },
    },
    questioning: {
      description: 'The person chooses a question and leaves an answer.',
      meta: { step: 'proof' },
      on: backOf('questions'),
      invoke: {
        id: 'questions',
        src: 'questions',
        input: ({ context: { userId, clientId } }) => ({ userId, clientId, mode: 'create' }),
        onDone: [
          {
            guard: { type: 'isChosen', params: ({ event }) => event.output },
            target: 'setup',
            actions: { type: 'noteChosen', params: ({ event }) => event.output },
          },
          ...ELSE,
        ],
        onError: BEGINS_ANEW,
      },
    },
    setup: {
      description: 'The new password.',
      meta: { step: 'proof' },
      on: backOf('password-setup'),
      invoke: {
        id: 'password-setup',
        src: 'password-setup',
        input: ({ context }) => ({
          userId: context.userId,
          token: context.token,
          type: context.link?.kind ?? 'change',
          reuseLimit: context.setting?.passwordReuseLimit ?? 0,
        }),
        onDone: [
          { guard: { type: 'isSaved', params: ({ event }) => event.output }, target: 'ending' },
          ...ELSE,
        ],
        onError: BEGINS_ANEW,
      },
    },
    ending: {
      description: 'The password is saved. What is left of the end follows.',
      always: [{ guard: 'hasAnswer', target: 'keeping' }, { target: 'closing' }],
    },
    keeping: {
      description: 'The answer is saved.',
      tags: 'busy',
      invoke: {
        id: 'keepAnswer',
        src: 'keepAnswer',
        input: ({ context: { userId, token, chosen } }) => ({
          userId,
          token,
          questionId: chosen?.questionId ?? '',
          answer: chosen?.answer ?? '',
        }),
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => event.output },
            target: 'closing',
            actions: [{ type: 'noteDone', params: 'answer' }, 'forgetAnswer'],
          },
          { target: 'unfinished', actions: TELL },
        ],
        onError: { target: 'unfinished', actions: { type: 'noteFailure', params: UNEXPECTED } },
      },
    },
    closing: {
      description: 'The link is ended.',
      tags: 'busy',
      invoke: {
        id: 'endLink',
        src: 'endLink',
        input: ({ context: { userId, token, ak } }) => ({ userId, token, ak }),
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => event.output },
            target: 'done',
            actions: [{ type: 'noteDone', params: 'init' }, 'noteFinished'],
          },
          { target: 'unfinished', actions: TELL },
        ],
        onError: { target: 'unfinished', actions: { type: 'noteFailure', params: UNEXPECTED } },
      },
    },
    unfinished: {
      description: 'The password is saved, the rest is not. Another try repeats what is not done yet.',
      on: {
        'ending.retry': 'ending',
        'flow.leave': { target: 'done', actions: 'noteFinished' },
      },
    },
    done: { type: 'final' },
  },
});

export type UrlPasswordMachine = typeof urlPasswordMachine;
