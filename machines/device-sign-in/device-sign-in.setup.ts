import { assign, setup } from 'xstate';
import { port } from '#machines/shared/port.ts';
import type { Failure, Result } from '#machines/shared/result.ts';
import type { DeviceResult, WaitingDevice } from '#wire/device-sign-in.ts';

export type DeviceSignInInput = {
  /** The code in the address; empty when the address has no code. */
  readonly userCode: string;
  /** The result of a sign-in that has ended; null when no sign-in has ended. */
  readonly result: DeviceResult | null;
};

/** `to` is the page on which the person signs in for the device. */
export type DeviceSignInOutput = { readonly to: string };

export type DeviceSignInEvent =
  | { readonly type: 'device.edited' }
  | { readonly type: 'device.submitted'; readonly userCode: string }
  | { readonly type: 'device.allow' }
  | { readonly type: 'device.decline' }
  | { readonly type: 'device.restart' };

type DeviceSignInContext = DeviceSignInInput & {
  readonly device: WaitingDevice | null;
  readonly problem: 'deviceSignIn.noCode' | null;
  readonly failure: Failure | null;
  readonly to: string;
};

type Args = { readonly context: DeviceSignInContext };
type CodeInput = { readonly userCode: string };

const NO_PROBLEM = { problem: null, failure: null, result: null } as const;

/** Setup of the machine for the code of a device. */
export const deviceSignInSetup = setup({
  types: {
    context: {} as DeviceSignInContext,
    events: {} as DeviceSignInEvent,
    input: {} as DeviceSignInInput,
    output: {} as DeviceSignInOutput,
    tags: {} as 'busy',
  },
  actors: {
    findDevice: port<Result<WaitingDevice>, CodeInput>('device-sign-in.findDevice'),
    allowDevice: port<Result<string>, CodeInput>('device-sign-in.allowDevice'),
    declineDevice: port<Result<unknown>, CodeInput>('device-sign-in.declineDevice'),
  },
  guards: {
    hasResult: ({ context: { result } }: Args, expected: DeviceResult) => result === expected,
    hasCode: (_, userCode: string) => userCode.trim() !== '',
    hasSucceeded: (_, answer: Result<unknown>) => answer.ok,
    /** The code is unknown or has expired (404), or was used (409). */
    isCodeRefused: (_, answer: Result<unknown>) =>
      !answer.ok &&
      answer.failure.kind === 'rejected' &&
      (answer.failure.status === 404 || answer.failure.status === 409),
  },
  actions: {
    setCode: assign((_, userCode: string) => ({ ...NO_PROBLEM, userCode: userCode.trim() })),
    setNoCode: assign({ ...NO_PROBLEM, userCode: '', problem: 'deviceSignIn.noCode' }),
    clearProblem: assign(NO_PROBLEM),
    setDevice: assign((_, answer: Result<WaitingDevice>) =>
      answer.ok ? { device: answer.value, userCode: answer.value.userCode } : {},
    ),
    setFailure: assign((_, failure: Failure) => ({ failure })),
    clearFailure: assign({ failure: null }),
    setTarget: assign((_, answer: Result<string>) => (answer.ok ? { to: answer.value } : {})),
    restart: assign({ ...NO_PROBLEM, userCode: '', device: null }),
  },
});
