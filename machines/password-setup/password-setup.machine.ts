import { requireOutcome } from '#machines/shared/outcome.ts';
import { reportFailure, reportUnexpected } from '#machines/shared/report-failure.ts';
import { initialContext, passwordSetupSetup } from './password-setup.setup.ts';

/** The person chooses a password (spec section 5, "Password setup"). Other flows use this flow as a step. */
export const passwordSetupMachine = passwordSetupSetup.createMachine({
  id: 'password-setup',
  context: ({ input }) => initialContext(input),
  initial: 'preparing',
  output: ({ context }) => requireOutcome(context),
  states: {
    preparing: {
      description: 'Requests the required strength. Without an answer, the lowest applies.',
      tags: 'busy',
      invoke: {
        id: 'fetchLevel',
        src: 'fetchLevel',
        input: ({ context: { token } }) => ({ token }),
        onDone: [
          {
            guard: { type: 'isOutdated', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'end', params: 'outdated' },
          },
          { target: 'entering', actions: { type: 'setStrength', params: ({ event }) => event.output } },
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
            actions: { type: 'setProblem', params: ({ event }) => event },
          },
          {
            guard: { type: 'isRetry', params: ({ event }) => event },
            target: 'saving',
            actions: 'clearProblem',
          },
          {
            guard: 'isPasswordChange',
            target: 'comparing',
            actions: ['clearProblem', { type: 'setUnansweredPassword', params: ({ event }) => event }],
          },
          {
            target: 'saving',
            actions: ['clearProblem', { type: 'setUnansweredPassword', params: ({ event }) => event }],
          },
        ],
        'password.edited': { actions: 'clearProblem' },
        'step.back': { target: 'done', actions: [{ type: 'end', params: 'back' }, 'forgetTypedPassword'] },
      },
    },
    comparing: {
      description: 'The server says whether this is the current password.',
      tags: 'busy',
      invoke: {
        id: 'checkInUse',
        src: 'checkInUse',
        input: ({ context: { userId, token, unansweredPassword } }) => ({
          userId,
          token,
          password: unansweredPassword,
        }),
        onDone: [
          {
            guard: { type: 'isInUse', params: ({ event }) => event.output },
            target: 'entering',
            actions: ['setInUseProblem', 'forgetTypedPassword'],
          },
          { guard: { type: 'isNotInUse', params: ({ event }) => event.output }, target: 'saving' },
          {
            guard: { type: 'isOutdated', params: ({ event }) => event.output },
            target: 'done',
            actions: [{ type: 'end', params: 'outdated' }, 'forgetTypedPassword'],
          },
          {
            target: 'entering',
            actions: [reportFailure, 'forgetTypedPassword'],
          },
        ],
        onError: {
          target: 'entering',
          actions: [reportUnexpected, 'forgetTypedPassword'],
        },
      },
    },
    saving: {
      description: 'The server checks and saves the password.',
      tags: 'busy',
      invoke: {
        id: 'savePassword',
        src: 'savePassword',
        input: ({ context: { userId, token, type, unansweredPassword } }) => ({
          userId,
          token,
          type,
          password: unansweredPassword,
        }),
        onDone: [
          {
            guard: { type: 'isSaved', params: ({ event }) => event.output },
            target: 'done',
            actions: [{ type: 'setSaved', params: ({ event }) => event.output }, 'forgetTypedPassword'],
          },
          {
            guard: { type: 'isOutdated', params: ({ event }) => event.output },
            target: 'done',
            actions: [{ type: 'end', params: 'outdated' }, 'forgetTypedPassword'],
          },
          {
            guard: { type: 'isLinkEnded', params: ({ event }) => event.output },
            target: 'done',
            actions: [{ type: 'setLinkEnded', params: ({ event }) => event.output }, 'forgetTypedPassword'],
          },
          {
            guard: { type: 'isUnanswered', params: ({ event }) => event.output },
            target: 'entering',
            actions: reportFailure,
          },
          {
            target: 'entering',
            actions: [reportFailure, 'forgetTypedPassword'],
          },
        ],
        onError: {
          target: 'entering',
          actions: [reportUnexpected, 'forgetTypedPassword'],
        },
      },
    },
    done: { type: 'final' },
  },
});

export type PasswordSetupMachine = typeof passwordSetupMachine;
