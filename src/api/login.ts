import type { LoginResult } from '#machines/shared/domain.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { namedDecoder } from '#src/api/named-decoder.ts';
import { encodeUserPassword, type UserPassword } from '#wire/user-password.ts';

export type PasswordProof = {
  readonly userId: string;
  /** The plain password (rule 56). */
  readonly userPassword: string;
  readonly clientId: string;
  /** `Y` in the management flow, `N` in the first step (rule 55). */
  readonly selfAuthFlag: 'Y' | 'N';
  readonly policyId: string;
};

/** The password gate: proves the password without completing a login. */
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
  /** Type code of the method. */
  readonly type: string;
  /** The secret of rule 69. */
  readonly otp: string;
  /** `finish` for an assertion, else empty (rule 91). */
  readonly fidoStatus: 'finish' | '';
};

/** Proves the first of two steps without completing the login (rule 57). */
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

/** Completes a login. Rejects with PipeInValueError when a value contains a pipe (rule 68). */
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
