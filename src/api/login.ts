import type { LoginResult } from '#machines/shared/domain.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { namedDecoder } from '#src/api/named-decoder.ts';
import { encodeUserPassword, type UserPassword } from '#wire/user-password.ts';

export type PasswordProof = {
  readonly userId: string;
  /** The password in plain text (rule 56). */
  readonly userPassword: string;
  readonly clientId: string;
  /** `Y` in the management of factors, `N` in the first step (rule 55). */
  readonly selfAuthFlag: 'Y' | 'N';
  readonly policyId: string;
};

/** Proves the password at the password gate. Does not complete a login. */
export const provePassword = (
  client: Client,
  { userId, userPassword, clientId, selfAuthFlag, policyId }: PasswordProof,
  signal: AbortSignal,
): Promise<Result<LoginResult>> =>
  client.call({
    method: 'POST',
    path: '/login/password',
    json: { userId, userPassword, clientId, selfAuthFlag, policyId },
    schema: namedDecoder('passwordProof'),
    signal,
  });

export type FirstStepProof = {
  readonly clientId: string;
  readonly userId: string;
  /** The type code of the method. */
  readonly type: string;
  /** The secret of the method, such as a code (rule 69). */
  readonly otp: string;
  /** `finish` for a passkey, empty for any other method (rule 91). */
  readonly fidoStatus: 'finish' | '';
};

/** Proves the first of two steps. Does not complete the login (rule 57). */
export const proveFirstOfTwo = (
  client: Client,
  { clientId, userId, type, otp, fidoStatus }: FirstStepProof,
  signal: AbortSignal,
): Promise<Result<LoginResult>> =>
  client.call({
    method: 'POST',
    path: '/login/oidc',
    json: { clientId, userId, type, otp, fidoStatus },
    schema: namedDecoder('firstStepResult'),
    signal,
  });

type FinalStepCall = {
  readonly userId: string;
  readonly userPassword: UserPassword;
  readonly rememberBrowser?: 'Y';
};

/** Completes a login. Rejects with PipeInValueError if a value of `userPassword` contains a pipe (rule 68). */
export const authenticate = async (
  client: Client,
  { userPassword, ...fields }: FinalStepCall,
  signal: AbortSignal,
): Promise<Result<LoginResult>> =>
  client.call({
    method: 'POST',
    path: '/authenticate',
    json: { ...fields, userPassword: encodeUserPassword(userPassword) },
    schema: namedDecoder('loginResult'),
    signal,
  });
