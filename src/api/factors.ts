import {
  array,
  boolean,
  nullable,
  number,
  object,
  optional,
  picklist,
  pipe,
  record,
  string,
  transform,
  unknown,
} from 'valibot';
import type { Factor, Overview } from '#machines/shared/factor.ts';
import type { PasskeyList } from '#machines/shared/passkey.ts';
import { type Result, success } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { lastSignIn } from '#src/api/decode/last-sign-in.ts';
import { apiPath } from '#src/api/path.ts';
import type { RegistrationAuth } from '#src/api/registration.ts';

const authOf = (token: string) => ({ header: 'Authorization', token }) as const;
const anyAnswer = object({});

/** The description of a device. Values that are not texts are removed. */
const description = pipe(
  record(string(), unknown()),
  transform((entries) =>
    Object.fromEntries(
      Object.entries(entries).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    ),
  ),
);

const factors = object({
  factors: array(
    object({
      factorId: string(),
      type: picklist(['7', '8', '9', '12']),
      name: optional(string(), ''),
      description: optional(description, {}),
      registeredAt: number(),
      lastUsedAt: nullable(number()),
      isRemovable: boolean(),
    }),
  ),
  passkeys: optional(
    object({
      rpId: string(),
      userId: string(),
      name: string(),
      displayName: string(),
      credentialIds: array(string()),
    }),
  ),
});

const sessions = object({
  sessions: array(
    object({
      sessionId: string(),
      startedAt: number(),
      lastSeenAt: number(),
      browser: optional(string(), ''),
      addressRange: optional(string(), ''),
      isThis: boolean(),
    }),
  ),
  rememberedBrowsers: optional(
    array(
      object({
        rememberedId: string(),
        browser: optional(string(), ''),
        rememberedAt: number(),
        lastUsedAt: number(),
        expiresAt: number(),
        isThis: boolean(),
      }),
    ),
    [],
  ),
  lastSignIn,
});

/** Fetches the factors of a person, and the list with which the browser updates its passkeys. */
const fetchFactorsAndPasskeys = (client: Client, { userId, token }: RegistrationAuth, signal: AbortSignal) =>
  client.call({
    method: 'GET',
    path: '/data/portal/factors',
    query: { userId },
    auth: authOf(token),
    schema: factors,
    signal,
  });

/** Fetches the factors of a person (rule 218). */
export const fetchFactors = async (
  client: Client,
  auth: RegistrationAuth,
  signal: AbortSignal,
): Promise<Result<readonly Factor[]>> => {
  const answer = await fetchFactorsAndPasskeys(client, auth, signal);
  return answer.ok ? success(answer.value.factors) : answer;
};

/**
 * Fetches the factors and sessions of a person (rules 218 and 223), and the list with which the browser updates its
 * passkeys.
 */
export async function fetchOverview(
  client: Client,
  auth: RegistrationAuth,
  signal: AbortSignal,
): Promise<Result<{ readonly overview: Overview; readonly passkeys: PasskeyList | null }>> {
  const { userId, token } = auth;
  const [factorsAnswer, sessionsAnswer] = await Promise.all([
    fetchFactorsAndPasskeys(client, auth, signal),
    client.call({
      method: 'GET',
      path: '/data/portal/sessions',
      query: { userId },
      auth: authOf(token),
      schema: sessions,
      signal,
    }),
  ]);
  if (!factorsAnswer.ok) return factorsAnswer;
  if (!sessionsAnswer.ok) return sessionsAnswer;
  const { factors, passkeys = null } = factorsAnswer.value;
  return success({ overview: { factors, ...sessionsAnswer.value }, passkeys });
}

/** Renames a factor. */
export const renameFactor = async (
  client: Client,
  { userId, token, factorId, name }: RegistrationAuth & { readonly factorId: string; readonly name: string },
  signal: AbortSignal,
): Promise<Result<unknown>> =>
  client.call({
    method: 'PUT',
    path: apiPath('/data/portal/factors/{factorId}', { factorId }),
    json: { userId, name },
    auth: authOf(token),
    schema: anyAnswer,
    signal,
  });

/** Removes a factor. */
export const removeFactor = async (
  client: Client,
  { userId, token, factorId }: RegistrationAuth & { readonly factorId: string },
  signal: AbortSignal,
): Promise<Result<unknown>> =>
  client.call({
    method: 'DELETE',
    path: apiPath('/data/portal/factors/{factorId}', { factorId }),
    query: { userId },
    auth: authOf(token),
    schema: anyAnswer,
    signal,
  });

/** Ends a session of the person in another browser. */
export const endSession = async (
  client: Client,
  { userId, token, sessionId }: RegistrationAuth & { readonly sessionId: string },
  signal: AbortSignal,
): Promise<Result<unknown>> =>
  client.call({
    method: 'DELETE',
    path: apiPath('/data/portal/sessions/{sessionId}', { sessionId }),
    query: { userId },
    auth: authOf(token),
    schema: anyAnswer,
    signal,
  });

/** Removes a remembered browser: the next sign-in in that browser requires the second step again. */
export const forgetBrowser = async (
  client: Client,
  { userId, token, rememberedId }: RegistrationAuth & { readonly rememberedId: string },
  signal: AbortSignal,
): Promise<Result<unknown>> =>
  client.call({
    method: 'DELETE',
    path: apiPath('/data/portal/remembered-browsers/{rememberedId}', { rememberedId }),
    query: { userId },
    auth: authOf(token),
    schema: anyAnswer,
    signal,
  });
