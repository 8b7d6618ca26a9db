import { fromPromise } from 'xstate';
import type { PasswordSecurity } from '#machines/shared/domain.ts';
import type { LinkAnswer, Question } from '#machines/shared/password-steps.ts';
import type { Result } from '#machines/shared/result.ts';
import { fetchPasswordSecurity } from '#src/api/account-settings.ts';
import type { Client } from '#src/api/client.ts';
import {
  checkInUse,
  endLink,
  fetchQuestion,
  fetchQuestions,
  fetchStrength,
  saveAnswer,
  savePassword,
  verifyAnswer,
  verifyLink,
} from '#src/api/password.ts';
import type { PasswordStrength } from '#wire/password-rules.ts';
import { checkPolicyPort } from './policy.ts';
import { fetchLinkConditionsPort, fetchResetConditionsPort } from './reset-conditions.ts';

type PersonAtService = { userId: string; clientId: string };
type Password = { userId: string; token: string; password: string };

/** Fetches the password settings of a service. */
const passwordSettingsPort = (client: Client) =>
  fromPromise<Result<PasswordSecurity>, { clientId: string }>(({ input, signal }) =>
    fetchPasswordSecurity(client, input.clientId, signal),
  );

/** The calls with which a person chooses or answers a question. */
export const questionsPorts = (client: Client) => ({
  fetchQuestions: fromPromise<Result<readonly Question[]>, PersonAtService & { mode: 'answer' | 'create' }>(
    ({ input, signal }) =>
      input.mode === 'answer' ? fetchQuestion(client, input, signal) : fetchQuestions(client, input, signal),
  ),
  verifyAnswer: fromPromise<Result<string>, PersonAtService & { answer: string }>(({ input, signal }) =>
    verifyAnswer(client, input, signal),
  ),
});

/** The calls that check and save a password. */
export const passwordSetupPorts = (client: Client) => ({
  fetchLevel: fromPromise<Result<PasswordStrength>, { token: string }>(({ input, signal }) =>
    fetchStrength(client, input, signal),
  ),
  checkInUse: fromPromise<Result<boolean>, Password>(({ input, signal }) =>
    checkInUse(client, input, signal),
  ),
  savePassword: fromPromise<Result<{ readonly to: string }>, Password & { type: 'create' | 'change' }>(
    ({ input, signal }) => savePassword(client, input, signal),
  ),
});

/** The calls with which a person creates or changes a password through a link. */
export const urlPasswordPorts = (client: Client) => ({
  verifyLink: fromPromise<LinkAnswer, PersonAtService & { ak: string }>(({ input, signal }) =>
    verifyLink(client, input, signal),
  ),
  fetchConditions: fetchLinkConditionsPort(client),
  saveAnswer: fromPromise<
    Result<unknown>,
    { userId: string; token: string; questionId: string; answer: string }
  >(({ input, signal }) => saveAnswer(client, input, signal)),
  endLink: fromPromise<Result<unknown>, { userId: string; token: string; ak: string }>(({ input, signal }) =>
    endLink(client, input, signal),
  ),
});

/** The calls with which a person resets a forgotten password. */
export const forgotPasswordPorts = (client: Client) => ({
  checkPolicy: checkPolicyPort(client),
  fetchResetConditions: fetchResetConditionsPort(client),
});

/** The call with which the page of an expired password starts. */
export const passwordExpiryPorts = (client: Client) => ({ fetchSetting: passwordSettingsPort(client) });
