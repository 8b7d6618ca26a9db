import { assertEvent, assign, setup } from 'xstate';
import type { LoginResult } from '#machines/shared/domain.ts';
import { isNullText, type MethodOutcome, outcomeOf } from '#machines/shared/outcome.ts';
import { port } from '#machines/shared/port.ts';
import { type Failure, type Result, UNEXPECTED } from '#machines/shared/result.ts';
import { TOKEN_CODES, type TokenCode } from '#wire/token-codes.ts';

export type DeviceCodeInput = {
  readonly userId: string;
  /** OTP card, Yubikey or mobile app OTP (spec section 2, codes 7, 8 and 9). */
  readonly tokenCode: TokenCode;
  /** What the person has: serial, public id or device, as far as it may be shown. */
  readonly token: string;
  readonly hasOtherMethods: boolean;
};

export type DeviceCodeEvent =
  | { readonly type: 'code.submitted'; readonly code: string }
  | { readonly type: 'code.edited' }
  | { readonly type: 'method.change' }
  | { readonly type: 'failure.dismissed' };

type CodeProblem = 'info.enter.otp.alert' | 'info.portal.auth.yubikey';

type DeviceCodeContext = DeviceCodeInput & {
  readonly problem: CodeProblem | null;
  readonly failure: Failure | null;
  readonly outcome: MethodOutcome;
};

type LoginAnswer = Result<LoginResult>;

/** Codes that a device of the person shows or types: OTP card, Yubikey and mobile app OTP (spec section 2). */
export const deviceCodeMachine = setup({
  types: {
    context: {} as DeviceCodeContext,
    events: {} as DeviceCodeEvent,
    input: {} as DeviceCodeInput,
    output: {} as MethodOutcome,
    tags: {} as 'busy' | 'proving',
  },
  actors: {
    logIn: port<LoginAnswer, { userId: string; tokenCode: TokenCode; code: string }>('code.logIn'),
  },
  guards: {
    isBlank: (_, code: string) => code.trim() === '',
    isNullText: (_, code: string) => isNullText(code),
    hasOtherMethods: ({ context }) => context.hasOtherMethods,
    endsLogin: (_, answer: LoginAnswer) => outcomeOf(answer) !== null,
  },
  actions: {
    noteBlank: assign(({ context }) => ({
      problem:
        context.tokenCode === TOKEN_CODES.yubikey
          ? ('info.portal.auth.yubikey' as const)
          : ('info.enter.otp.alert' as const),
    })),
    clearProblem: assign({ problem: null }),
    noteFailure: assign((_, failure: Failure) => ({ failure })),
    clearFailure: assign({ failure: null }),
    wantOther: assign({ outcome: { reason: 'other' } as const }),
    noteOutcome: assign((_, answer: LoginAnswer) => {
      const outcome = outcomeOf(answer);
      return outcome ? { outcome } : {};
    }),
  },
}).createMachine({
  id: 'device-code',
  context: ({ input }) => ({ ...input, problem: null, failure: null, outcome: { reason: 'other' } }),
  initial: 'entering',
  output: ({ context }) => context.outcome,
  states: {
    entering: {
      description: 'Waits for the code of the device.',
      on: {
        'code.submitted': [
          { guard: { type: 'isBlank', params: ({ event }) => event.code }, actions: 'noteBlank' },
          { guard: { type: 'isNullText', params: ({ event }) => event.code } },
          { target: 'checking', actions: 'clearProblem' },
        ],
        'code.edited': { actions: 'clearProblem' },
        'method.change': { guard: 'hasOtherMethods', target: 'done', actions: 'wantOther' },
      },
    },
    checking: {
      description: 'The server checks the code and finishes the login.',
      tags: ['busy', 'proving'],
      invoke: {
        id: 'logIn',
        src: 'logIn',
        input: ({ context, event }) => {
          assertEvent(event, 'code.submitted');
          return { userId: context.userId, tokenCode: context.tokenCode, code: event.code.trim() };
        },
        onDone: [
          {
            guard: { type: 'endsLogin', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'noteOutcome', params: ({ event }) => event.output },
          },
          {
            target: 'refused',
            actions: {
              type: 'noteFailure',
              params: ({ event }) => (event.output.ok ? UNEXPECTED : event.output.failure),
            },
          },
        ],
        onError: { target: 'refused', actions: { type: 'noteFailure', params: UNEXPECTED } },
      },
    },
    refused: {
      description: 'A dialog says why the code was not accepted and what to do next.',
      on: { 'failure.dismissed': { target: 'entering', actions: 'clearFailure' } },
    },
    done: { type: 'final' },
  },
});

export type DeviceCodeMachine = typeof deviceCodeMachine;
