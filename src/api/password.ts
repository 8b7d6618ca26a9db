import { LINK_REFUSALS, type LinkAnswer, type Question } from '#machines/shared/password-steps.ts';
import { failed, type Result, success } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { accessToken } from '#src/api/decode/access-token.ts';
import {
  DUPLICATE_MESSAGE,
  emptyAnswer,
  link,
  linkRefusal,
  question,
  questions,
  savedPassword,
  strength,
} from '#src/api/decode/password.ts';
import { apiPath } from '#src/api/path.ts';
import { AUTH_HEADER } from '#wire/names.ts';
import type { PasswordStrength } from '#wire/password-rules.ts';

type PersonAtService = { readonly userId: string; readonly clientId: string };
type TokenInput = { readonly token: string };
type Password = TokenInput & { readonly userId: string; readonly password: string };

const authOf = (token: string) => ({ header: AUTH_HEADER, token }) as const;

/** Fetches the strength that a new password must have. */
export const fetchStrength = (
  client: Client,
  { token }: TokenInput,
  signal: AbortSignal,
): Promise<Result<PasswordStrength>> =>
  client.call({ method: 'GET', path: '/pw/level', auth: authOf(token), schema: strength, signal });

/** Statuses of refusals that do not say whether the password is in use. */
const UNRELATED_REFUSALS: readonly number[] = [401, 403, 429];

/** Checks whether a password is the current password: 200 means yes, 204 or most refusals mean no (rule 122). */
export async function checkInUse(
  client: Client,
  { userId, token, password }: Password,
  signal: AbortSignal,
): Promise<Result<boolean>> {
  const answer = await client.call({
    method: 'POST',
    path: '/pw/in-use',
    json: { userId, pw: password },
    auth: authOf(token),
    schema: emptyAnswer,
    signal,
  });
  if (answer.ok) return success(answer.value.status !== 204);
  const { failure } = answer;
  const isNotInUse =
    failure.kind === 'rejected' &&
    failure.status >= 400 &&
    failure.status < 500 &&
    !UNRELATED_REFUSALS.includes(failure.status);
  return isNotInUse ? success(false) : answer;
}

/** Saves a password: POST creates it, PUT changes it (rule 120). */
export async function savePassword(
  client: Client,
  { userId, token, password, type }: Password & { readonly type: 'create' | 'change' },
  signal: AbortSignal,
): Promise<Result<{ readonly to: string }>> {
  const answer = await client.call({
    method: type === 'create' ? 'POST' : 'PUT',
    path: '/pw',
    json: { userId, pw: password },
    auth: authOf(token),
    schema: savedPassword,
    signal,
  });
  if (!answer.ok || answer.value.message !== DUPLICATE_MESSAGE) return answer;
  return failed({ kind: 'rejected', status: 200, code: '', message: DUPLICATE_MESSAGE, details: {} });
}

/** Stores the person's answer to a question. */
export const saveAnswer = (
  client: Client,
  { userId, token, questionId, answer }: TokenInput & { userId: string; questionId: string; answer: string },
  signal: AbortSignal,
): Promise<Result<unknown>> =>
  client.call({
    method: 'POST',
    path: '/pw/answer',
    json: { userId, questionId, answer },
    auth: authOf(token),
    schema: emptyAnswer,
    signal,
  });

/** Invalidates the link with which a password was created or changed. */
export const endLink = (
  client: Client,
  { userId, token, ak }: TokenInput & { userId: string; ak: string },
  signal: AbortSignal,
): Promise<Result<unknown>> =>
  client.call({
    method: 'POST',
    path: '/pw/init',
    json: { userId, ak },
    auth: authOf(token),
    schema: emptyAnswer,
    signal,
  });

/** Verifies the answer to the person's question. Resolves to the token with which the password can be changed. */
export const verifyAnswer = (
  client: Client,
  { userId, clientId, answer }: PersonAtService & { readonly answer: string },
  signal: AbortSignal,
): Promise<Result<string>> =>
  client.call({
    method: 'POST',
    path: '/data/sso/password/answer/verification',
    json: { userId, clientId, answer },
    schema: accessToken,
    signal,
  });

/**
 * Fetches the question of a person as a list with one question, or an empty list. Rejects with PathValueError if the
 * user ID cannot be a path segment.
 */
export const fetchQuestion = async (
  client: Client,
  { userId, clientId }: PersonAtService,
  signal: AbortSignal,
): Promise<Result<readonly Question[]>> =>
  client.call({
    method: 'GET',
    path: apiPath('/data/sso/password/questions/{userId}', { userId }),
    query: { clientId },
    schema: question,
    signal,
  });

/** Fetches the questions from which a person can choose. */
export const fetchQuestions = (
  client: Client,
  { clientId }: Pick<PersonAtService, 'clientId'>,
  signal: AbortSignal,
): Promise<Result<readonly Question[]>> =>
  client.call({
    method: 'GET',
    path: '/data/sso/password/questions',
    query: { clientId },
    schema: questions,
    signal,
  });

/** Verifies a password link. The refusals of this call have their own error codes (rule 183). */
export async function verifyLink(
  client: Client,
  { userId, clientId, ak }: PersonAtService & { readonly ak: string },
  signal: AbortSignal,
): Promise<LinkAnswer> {
  const answer = await client.call({
    method: 'POST',
    path: '/data/sso/password/ak/verification',
    json: { userId, clientId, ak },
    schema: link,
    signal,
  });
  if (answer.ok) {
    return 'refusal' in answer.value
      ? { ok: false, refusal: answer.value.refusal }
      : { ok: true, link: answer.value };
  }
  const { failure } = answer;
  if (failure.kind !== 'rejected' || failure.status === 429 || failure.status >= 500)
    return { ok: null, failure };
  return {
    ok: false,
    refusal: LINK_REFUSALS.get(failure.code) ?? linkRefusal(failure.details['error_code']),
  };
}
