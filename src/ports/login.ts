import { fromPromise } from 'xstate';
import type { LoginAnswer, LoginCall } from '#machines/shared/login.ts';
import { success } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { authenticate, proveFirstOfTwo } from '#src/api/login.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import type { UserPassword } from '#wire/user-password.ts';

const yOrN = (value: boolean): 'Y' | 'N' => (value ? 'Y' : 'N');

/** Values and functions that the login calls use. */
export type LoginEffects = {
  readonly client: Client;
  /** Returns the public IP address of the device; empty while the address is unknown (rule 10). */
  readonly ip: () => string;
};

/** The values of `userPassword`. The second step sends the check boxes of the first step again (rules 66, 67). */
function userPasswordOf(call: LoginCall, ip: string): UserPassword {
  const { step, secret, clientId, accessToken, tokenCode, type, mode, policyId, redirect, check = '' } = call;
  const { always, alwaysSend } = call.boxes ?? call.fixed;
  const fields = { secret, clientId, accessToken, tokenCode, type, mode, policyId, redirect, check, ip };
  return step === 'second'
    ? { ...fields, step: '2', fixed: yOrN(always), firstFixed: call.firstFixed }
    : { ...fields, step: '1', fixed: yOrN(always), alwaysSend: yOrN(alwaysSend) };
}

/** A function that makes the call with which a method ends (spec section 7). */
export type LoginCaller = (
  effects: LoginEffects,
  input: LoginCall,
  signal: AbortSignal,
) => Promise<LoginAnswer>;

/** Completes the login. */
export const logIn: LoginCaller = ({ client, ip }, input, signal) =>
  authenticate(
    client,
    {
      userId: input.userId,
      userPassword: userPasswordOf(input, ip()),
      ...(input.boxes?.remembers && { rememberBrowser: 'Y' as const }),
    },
    signal,
  );

/** Proves the first of two steps. */
export const proveFirst: LoginCaller = async ({ client }, input, signal) => {
  const { clientId, userId, tokenCode, secret, boxes } = input;
  const fidoStatus = tokenCode === TYPE_CODES.passkey ? 'finish' : '';
  const firstStep = { clientId, userId, type: tokenCode, otp: secret, fidoStatus } as const;
  const answer = await proveFirstOfTwo(client, firstStep, signal);
  if (!answer.ok || boxes === null) return answer;
  return success({ ...answer.value, firstFixed: yOrN(boxes.always) + yOrN(boxes.alwaysSend) });
};

/** The login calls as ports. */
export const loginPorts = (effects: LoginEffects) => ({
  logIn: fromPromise<LoginAnswer, LoginCall>(({ input, signal }) => logIn(effects, input, signal)),
  proveFirst: fromPromise<LoginAnswer, LoginCall>(({ input, signal }) => proveFirst(effects, input, signal)),
});
