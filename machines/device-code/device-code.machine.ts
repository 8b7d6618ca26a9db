import { assertEvent, assign, emit, setup } from 'xstate';
import type { FieldFilled } from '#machines/shared/field-filled.ts';
import {
  checkboxesTransition,
  INITIAL_LOGIN_CONTEXT,
  loginActions,
  loginGuards,
  loginPorts,
  loginState,
  type MethodContext,
  type MethodEvent,
  type MethodInput,
  type MethodTag,
} from '#machines/shared/login.ts';
import { isNullText, type MethodOutcome, requireOutcome } from '#machines/shared/outcome.ts';
import { wasCheckedByServer } from '#machines/shared/result.ts';
import { TYPE_CODES, type TypeCode } from '#wire/type-codes.ts';

export type DeviceCodeInput = MethodInput & {
  /** OTP card, Yubikey or mobile app OTP (spec section 2, codes 7, 8 and 9). */
  readonly tokenCode: TypeCode;
  /** The details of the person's token that are shown: masked serial number, public ID or device name. */
  readonly token: string;
};

export type DeviceCodeEvent =
  | MethodEvent
  | { readonly type: 'code.submitted'; readonly code: string }
  | { readonly type: 'code.edited' };

/** The text key of a problem with the code. */
type CodeProblem = 'info.enter.otp.alert' | 'info.portal.auth.yubikey';

type DeviceCodeContext = MethodContext & DeviceCodeInput & { readonly problem: CodeProblem | null };

type ActionArgs = { readonly context: DeviceCodeContext; readonly event: DeviceCodeEvent };

const isYubikey = ({ tokenCode }: DeviceCodeContext): boolean => tokenCode === TYPE_CODES.yubikey;

/** The person enters a code that a device shows or types: OTP card, Yubikey or mobile app (spec section 2). */
export const deviceCodeMachine = setup({
  types: {
    context: {} as DeviceCodeContext,
    events: {} as DeviceCodeEvent,
    input: {} as DeviceCodeInput,
    output: {} as MethodOutcome,
    tags: {} as MethodTag,
    emitted: {} as FieldFilled,
  },
  actors: loginPorts('device-code'),
  guards: {
    ...loginGuards,
    isBlank: (_: unknown, code: string) => code.trim() === '',
    isNullText: (_: unknown, code: string) => isNullText(code),
    isNullFromYubikey: ({ context }: ActionArgs, code: string) => isYubikey(context) && isNullText(code),
    /** The server has checked the code of a Yubikey. The refused code is cleared, since a Yubikey types a complete new code. */
    isYubikeyCodeChecked: ({ context }: ActionArgs) =>
      isYubikey(context) && context.failure !== null && wasCheckedByServer(context.failure),
  },
  actions: {
    ...loginActions<DeviceCodeContext, DeviceCodeEvent>(),
    setBlankProblem: assign(({ context }) => ({
      problem: isYubikey(context) ? 'info.portal.auth.yubikey' : 'info.enter.otp.alert',
    })),
    clearProblem: assign({ problem: null }),
    emptyField: emit({ type: 'field.filled', code: '' }),
  },
}).createMachine({
  id: 'device-code',
  context: ({ input }) => ({ ...input, ...INITIAL_LOGIN_CONTEXT, problem: null }),
  initial: 'entering',
  output: ({ context }) => requireOutcome(context),
  on: { 'boxes.changed': checkboxesTransition },
  states: {
    entering: {
      description: 'Waits for the code of the device.',
      on: {
        'code.submitted': [
          { guard: { type: 'isBlank', params: ({ event }) => event.code }, actions: 'setBlankProblem' },
          { guard: { type: 'isNullFromYubikey', params: ({ event }) => event.code }, actions: 'emptyField' },
          { guard: { type: 'isNullText', params: ({ event }) => event.code } },
          { target: 'checking', actions: 'clearProblem' },
        ],
        'code.edited': { actions: 'clearProblem' },
        'method.change': {
          guard: 'hasOtherMethods',
          target: 'done',
          actions: { type: 'end', params: { reason: 'other' } },
        },
      },
    },
    checking: loginState({
      description: 'The server checks the code and finishes the login.',
      proofOf: ({ context, event }: ActionArgs) => {
        assertEvent(event, 'code.submitted');
        return { tokenCode: context.tokenCode, secret: event.code.trim() };
      },
      done: '#device-code.done',
      refused: '#device-code.refused',
    }),
    refused: {
      description: 'A dialog says why the code was not accepted and what to do next.',
      on: {
        'failure.dismissed': [
          { guard: 'isYubikeyCodeChecked', target: 'entering', actions: ['clearFailure', 'emptyField'] },
          { target: 'entering', actions: 'clearFailure' },
        ],
      },
    },
    done: { type: 'final' },
  },
});

export type DeviceCodeMachine = typeof deviceCodeMachine;
