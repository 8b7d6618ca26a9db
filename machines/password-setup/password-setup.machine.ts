import { assign, setup } from 'xstate';
import { isOutdated } from '#machines/shared/outcome.ts';
import type { PasswordSetupInput, PasswordSetupOutput } from '#machines/shared/password-steps.ts';
import { port } from '#machines/shared/port.ts';
import { type Failure, type Result, UNEXPECTED } from '#machines/shared/result.ts';
import { brokenRules, DEFAULT_LEVEL, type PasswordLevel } from '#wire/password-rules.ts';

/** What is wrong with the typed passwords before a call is made. */
export type SetupProblem = 'empty' | 'unconfirmed' | 'different' | 'invalid' | 'using';

export type PasswordSetupEvent =
  | { readonly type: 'password.submitted'; readonly password: string; readonly confirmed: string }
  | { readonly type: 'password.edited' }
  | { readonly type: 'step.back' };

type PasswordSetupContext = PasswordSetupInput & {
  readonly level: PasswordLevel;
  readonly problem: SetupProblem | null;
  readonly failure: Failure | null;
  /** The password whose saving had no answer: "save" repeats that call alone (decision 185). */
  readonly unanswered: string;
  readonly output: PasswordSetupOutput;
};

type Typed = { readonly password: string; readonly confirmed: string };
type LevelAnswer = Result<PasswordLevel>;
/** Whether the password is the present one. */
type UseAnswer = Result<boolean>;
type SaveAnswer = Result<{ readonly to: string }>;
type Password = { readonly userId: string; readonly token: string; readonly password: string };

const trimmed = ({ password, confirmed }: Typed): Typed => ({
  password: password.trim(),
  confirmed: confirmed.trim(),
});

function problemOf(typed: Typed, level: PasswordLevel): SetupProblem | null {
  const { password, confirmed } = trimmed(typed);
  if (password === '') return 'empty';
  if (confirmed === '') return 'unconfirmed';
  if (password !== confirmed) return 'different';
  return brokenRules(password, level).length > 0 ? 'invalid' : null;
}

/** Choosing a password (spec section 5, "Password setup"). A flow that others use as a step. */
export const passwordSetupMachine = setup({
  types: {
    context: {} as PasswordSetupContext,
    events: {} as PasswordSetupEvent,
    input: {} as PasswordSetupInput,
    output: {} as PasswordSetupOutput,
    tags: {} as 'busy',
  },
  actors: {
    fetchLevel: port<LevelAnswer, { token: string }>('password-setup.fetchLevel'),
    askInUse: port<UseAnswer, Password>('password-setup.askInUse'),
    savePassword: port<SaveAnswer, Password & { type: 'create' | 'change' }>('password-setup.savePassword'),
  },
  guards: {
    hasProblem: ({ context }, typed: Typed) => problemOf(typed, context.level) !== null,
    isRepeated: ({ context }, { password }: Typed) =>
      context.unanswered !== '' && context.unanswered === password.trim(),
    isChange: ({ context }) => context.type === 'change',
    isInUse: (_, answer: UseAnswer) => answer.ok && answer.value,
    isFree: (_, answer: UseAnswer) => answer.ok,
    isOutdated: (_, answer: Result<unknown>) => isOutdated(answer),
    isSaved: (_, answer: SaveAnswer) => answer.ok,
    isUnanswered: (_, answer: SaveAnswer) => !answer.ok && answer.failure.kind === 'unreachable',
  },
  actions: {
    noteLevel: assign((_, answer: LevelAnswer) => (answer.ok ? { level: answer.value } : {})),
    noteProblem: assign(({ context }, typed: Typed) => ({
      problem: problemOf(typed, context.level),
      failure: null,
    })),
    noteInUse: assign({ problem: 'using' as const }),
    clearProblem: assign({ problem: null, failure: null }),
    noteFailure: assign((_, failure: Failure) => ({ failure })),
    noteTyped: assign((_, { password }: Typed) => ({ unanswered: password.trim() })),
    forgetTyped: assign({ unanswered: '' }),
    noteSaved: assign((_, answer: SaveAnswer) =>
      answer.ok ? { output: { reason: 'saved' as const, to: answer.value.to } } : {},
    ),
    noteOutdated: assign({ output: { reason: 'outdated' } as const }),
  },
}).createMachine({
  id: 'password-setup',
  context: ({ input }) => ({
    ...input,
    level: DEFAULT_LEVEL,
    problem: null,
    failure: null,
    unanswered: '',
    output: { reason: 'back' },
  }),
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
            actions: [
              {
                type: 'noteFailure',
                params: ({ event }) => (event.output.ok ? UNEXPECTED : event.output.failure),
              },
              'forgetTyped',
            ],
          },
        ],
        onError: {
          target: 'entering',
          actions: [{ type: 'noteFailure', params: UNEXPECTED }, 'forgetTyped'],
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
            guard: { type: 'isUnanswered', params: ({ event }) => event.output },
            target: 'entering',
            actions: {
              type: 'noteFailure',
              params: ({ event }) => (event.output.ok ? UNEXPECTED : event.output.failure),
            },
          },
          {
            target: 'entering',
            actions: [
              {
                type: 'noteFailure',
                params: ({ event }) => (event.output.ok ? UNEXPECTED : event.output.failure),
              },
              'forgetTyped',
            ],
          },
        ],
        onError: {
          target: 'entering',
          actions: [{ type: 'noteFailure', params: UNEXPECTED }, 'forgetTyped'],
        },
      },
    },
    done: { type: 'final' },
  },
});

export type PasswordSetupMachine = typeof passwordSetupMachine;
