import { assertEvent, assign, setup } from 'xstate';
import type { OtpCard } from '#machines/shared/factor.ts';
import { requireOutcome } from '#machines/shared/outcome.ts';
import { port } from '#machines/shared/port.ts';
import type { RegistrationInput, RegistrationOutcome } from '#machines/shared/registration.ts';
import {
  hasSucceededGuard,
  INITIAL_REGISTRATION_CONTEXT,
  type RegistrationContext,
  refusalTransitions,
  registerTransitions,
  registrationActions,
  registrationGuards,
  unexpectedFailureTransition,
} from '#machines/shared/registration-flow.ts';
import type { Result } from '#machines/shared/result.ts';

export type RegisterCardInput = RegistrationInput & {
  /** Whether the person has a card already, which the new card replaces (rule 211). */
  readonly hasCard: boolean;
};

export type RegisterCardEvent =
  | { readonly type: 'serial.submitted'; readonly serial: string }
  | { readonly type: 'code.submitted'; readonly code: string }
  | { readonly type: 'field.edited' }
  | { readonly type: 'registration.back' }
  | { readonly type: 'failure.dismissed' };

type CardProblem = 'info.otpcard.serial' | 'info.enter.otp.alert' | 'info.enter.otp.invalid';

type RegisterCardContext = RegisterCardInput &
  RegistrationContext & {
    /** The card that the server has found for the serial number; null before. */
    readonly card: OtpCard | null;
    readonly problem: CardProblem | null;
  };

type RegisterCardCallInput = { readonly userId: string; readonly token: string };
type SerialAnswer = Result<OtpCard>;

const CODE_PATTERN = /^\d{6,}$/;

/**
 * Registers an OTP card. The server checks the serial number, then a code of the card (spec section 5, rules 112 and 211).
 */
export const registerCardMachine = setup({
  types: {
    context: {} as RegisterCardContext,
    events: {} as RegisterCardEvent,
    input: {} as RegisterCardInput,
    output: {} as RegistrationOutcome,
    tags: {} as 'busy',
  },
  actors: {
    validateSerial: port<SerialAnswer, RegisterCardCallInput & { serial: string }>(
      'register-card.validateSerial',
    ),
    verifyCode: port<Result<unknown>, RegisterCardCallInput & { serial: string; code: string }>(
      'register-card.verifyCode',
    ),
  },
  guards: {
    ...registrationGuards,
    isBlank: (_: unknown, text: string) => text.trim() === '',
    isCodeInvalid: (_: unknown, code: string) => !CODE_PATTERN.test(code.trim()),
  },
  actions: {
    ...registrationActions<RegisterCardContext, RegisterCardEvent>(),
    setProblem: assign((_, problem: CardProblem | null) => ({ problem })),
    setCard: assign((_, answer: SerialAnswer) => (answer.ok ? { card: answer.value } : {})),
    dropCard: assign({ card: null, problem: null }),
  },
}).createMachine({
  id: 'register-card',
  context: ({ input }) => ({ ...input, ...INITIAL_REGISTRATION_CONTEXT, card: null, problem: null }),
  initial: 'entering',
  output: ({ context }) => requireOutcome(context),
  states: {
    entering: {
      description: 'Waits for the serial number of the card.',
      on: {
        'serial.submitted': [
          {
            guard: { type: 'isBlank', params: ({ event }) => event.serial },
            actions: { type: 'setProblem', params: 'info.otpcard.serial' },
          },
          { target: 'validating', actions: { type: 'setProblem', params: null } },
        ],
        'field.edited': { actions: { type: 'setProblem', params: null } },
        'registration.back': { target: 'done', actions: { type: 'end', params: 'back' } },
      },
    },
    validating: {
      description: 'The server checks whether this card can be registered.',
      tags: 'busy',
      invoke: {
        id: 'validateSerial',
        src: 'validateSerial',
        input: ({ context: { userId, token }, event }) => {
          assertEvent(event, 'serial.submitted');
          return { userId, token, serial: event.serial.trim() };
        },
        onDone: [
          {
            guard: hasSucceededGuard,
            target: 'proving',
            actions: { type: 'setCard', params: ({ event }) => event.output },
          },
          ...refusalTransitions('done', 'unknown'),
        ],
        onError: unexpectedFailureTransition('unknown'),
      },
    },
    unknown: {
      description: 'A dialog says why this card cannot be registered. The serial number stays in its field.',
      on: { 'failure.dismissed': { target: 'entering', actions: 'clearFailure' } },
    },
    proving: {
      description: 'Shows the card and waits for its code.',
      meta: { step: 'code' },
      on: {
        'code.submitted': [
          {
            guard: { type: 'isBlank', params: ({ event }) => event.code },
            actions: { type: 'setProblem', params: 'info.enter.otp.alert' },
          },
          {
            guard: { type: 'isCodeInvalid', params: ({ event }) => event.code },
            actions: { type: 'setProblem', params: 'info.enter.otp.invalid' },
          },
          { target: 'verifying', actions: { type: 'setProblem', params: null } },
        ],
        'field.edited': { actions: { type: 'setProblem', params: null } },
        'registration.back': { target: 'entering', actions: 'dropCard' },
      },
    },
    verifying: {
      description: 'The server checks the code and registers the card.',
      meta: { step: 'code' },
      tags: 'busy',
      invoke: {
        id: 'verifyCode',
        src: 'verifyCode',
        input: ({ context: { userId, token, card }, event }) => {
          assertEvent(event, 'code.submitted');
          return { userId, token, serial: card?.serialNumber ?? '', code: event.code.trim() };
        },
        ...registerTransitions('done', 'refused'),
      },
    },
    refused: {
      description: 'A dialog says why the code was not accepted. The card stays.',
      meta: { step: 'code' },
      on: { 'failure.dismissed': { target: 'proving', actions: 'clearFailure' } },
    },
    done: { type: 'final' },
  },
});

export type RegisterCardMachine = typeof registerCardMachine;
