import { TELL, TELL_BROKEN } from '#machines/shared/telling.ts';
import { begin, passwordSetupSetup } from './password-setup.setup.ts';

/** Choosing a password (spec section 5, "Password setup"). A flow that others use as a step. */
export const passwordSetupMachine = passwordSetupSetup.createMachine({
  id: 'password-setup',
  context: ({ input }) => begin(input),
  initial: 'preparing',
  output: ({ context }) => context.output,
  states: {
    preparing: {
      description: 'Asks which strength is wanted; without an answer it is the lowest.',
      tags: 'busy',
      invoke: {
        id: 'fetchLevel',
        src: 'fetchLevel',
        input: ({ context: { token } }) => ({ token }),
        onDone: [
          {
            guard: { type: 'isOutdated', params: ({ event }) => event.output },
            target: 'done',
            actions: 'noteOutdated',
          },
          { target: 'entering', actions: { type: 'noteLevel', params: ({ event }) => event.output } },
        ],
        onError: 'entering',
      },
    },
    entering: {
      description: 'Waits for the new password, twice.',
      on: {
        'password.submitted': [
          {
            guard: { type: 'hasProblem', params: ({ event }) => event },
            actions: { type: 'noteProblem', params: ({ event }) => event },
          },
          {
            guard: { type: 'isRepeated', params: ({ event }) => event },
            target: 'saving',
            actions: 'clearProblem',
          },
          {
            guard: 'isChange',
            target: 'asking',
            actions: ['clearProblem', { type: 'noteTyped', params: ({ event }) => event }],
          },
          {
            target: 'saving',
            actions: ['clearProblem', { type: 'noteTyped', params: ({ event }) => event }],
          },
        ],
        'password.edited': { actions: 'clearProblem' },
        'step.back': { target: 'done', actions: 'forgetTyped' },
      },
    },
    asking: {
      description: 'The server says whether it is the present password.',
      tags: 'busy',
      invoke: {
        id: 'askInUse',
        src: 'askInUse',
        input: ({ context: { userId, token, unanswered } }) => ({ userId, token, password: unanswered }),
        onDone: [
          {
            guard: { type: 'isInUse', params: ({ event }) => event.output },
            target: 'entering',
            actions: ['noteInUse', 'forgetTyped'],
          },
          { guard: { type: 'isFree', params: ({ event }) => event.output }, target: 'saving' },
          {
            guard: { type: 'isOutdated', params: ({ event }) => event.output },
            target: 'done',
            actions: ['noteOutdated', 'forgetTyped'],
          },
          {
            target: 'entering',
            actions: [TELL, 'forgetTyped'],
          },
        ],
        onError: {
          target: 'entering',
          actions: [TELL_BROKEN, 'forgetTyped'],
        },
      },
    },
    saving: {
      description: 'The server judges the password and saves it.',
      tags: 'busy',
      invoke: {
        id: 'savePassword',
        src: 'savePassword',
        input: ({ context: { userId, token, type, unanswered } }) => ({
          userId,
          token,
          type,
          password: unanswered,
        }),
        onDone: [
          {
            guard: { type: 'isSaved', params: ({ event }) => event.output },
            target: 'done',
            actions: [{ type: 'noteSaved', params: ({ event }) => event.output }, 'forgetTyped'],
          },
          {
            guard: { type: 'isOutdated', params: ({ event }) => event.output },
            target: 'done',
            actions: ['noteOutdated', 'forgetTyped'],
          },
          {
            guard: { type: 'isLinkOver', params: ({ event }) => event.output },
            target: 'done',
            actions: [{ type: 'noteLinkOver', params: ({ event }) => event.output }, 'forgetTyped'],
          },
          {
            guard: { type: 'isUnanswered', params: ({ event }) => event.output },
            target: 'entering',
            actions: TELL,
          },
          {
            target: 'entering',
            actions: [TELL, 'forgetTyped'],
          },
        ],
        onError: {
          target: 'entering',
          actions: [TELL_BROKEN, 'forgetTyped'],
        },
      },
    },
    done: { type: 'final' },
  },
});

export type PasswordSetupMachine = typeof passwordSetupMachine;
