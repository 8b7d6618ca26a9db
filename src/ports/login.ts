import { fromPromise } from 'xstate';
import type { LoginAnswer, LoginCall } from '#machines/shared/login.ts';
import { success } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { authenticate, proveFirstOfTwo } from '#src/api/login.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import type { UserPassword } from '#wire/user-password.ts';

const yesNo = (value: boolean): 'Y' | 'N' => (value ? 'Y' : 'N');

/** Dependencies of the login calls. */
export type LoginEffects = {
  readonly client: Client;
  /** The public address of the device; empty while it is unknown (rule 10). */
  readonly ip: () => string;
};

/** The fields of `userPassword` by step; the second step repeats the boxes of the first (rules 66 and 67). */
function userPasswordOf(call: LoginCall, ip: string): UserPassword {
  const { step, secret, clientId, accessToken, tokenCode, type, mode, policyId, redirect, check = '' } = call;
  const { always, alwaysSend } = call.boxes ?? call.fixed;
  const fields = { secret, clientId, accessToken, tokenCode, type, mode, policyId, redirect, check, ip };
  return step === 'second'
    ? { ...fields, step: '2', fixed: yesNo(always), firstFixed: call.firstFixed }
    : { ...fields, step: '1', fixed: yesNo(always), alwaysSend: yesNo(alwaysSend) };
}

/** A call that ends a method (spec section 7). */
export type LoginCaller = (
  effects: LoginEffects,
  input: LoginCall,
  signal: AbortSignal,
) => Promise<LoginAnswer>;

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

export const proveFirst: LoginCaller = async ({ client }, input, signal) => {
  const { clientId, userId, tokenCode, secret, boxes } = input;
  const fidoStatus = tokenCode === TYPE_CODES.passkey ? 'finish' : '';
  const firstStep = { clientId, userId, type: tokenCode, otp: secret, fidoStatus } as const;
  const answer = await proveFirstOfTwo(client, firstStep, signal);
  if (!answer.ok || boxes === null) return answer;
  return success({ ...answer.value, firstFixed: yesNo(boxes.always) + yesNo(boxes.alwaysSend) });
};

/** The login calls as ports. */
export const loginPorts = (effects: LoginEffects) => ({
  logIn: fromPromise<LoginAnswer, LoginCall>(({ input, signal }) => logIn(effects, input, signal)),
  proveFirst: fromPromise<LoginAnswer, LoginCall>(({ input, signal }) => proveFirst(effects, input, signal)),
});
