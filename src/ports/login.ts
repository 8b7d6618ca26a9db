import { fromPromise } from 'xstate';
import { modeOf } from '#machines/portal/login-terms.ts';
import type { PortalContext } from '#machines/portal/portal.types.ts';
import { clientIdOf } from '#machines/portal/session-rules.ts';
import type { LoginResult } from '#machines/shared/domain.ts';
import type { LoginAnswer, LoginCall } from '#machines/shared/login.ts';
import { type Result, success } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { authenticate, proveFirstOfTwo } from '#src/api/login.ts';
import { TOKEN_CODES, type TokenCode } from '#wire/token-codes.ts';
import type { UserPassword } from '#wire/user-password.ts';

/** What a method screen has proved. */
export type StepProof = {
  readonly userId: string;
  readonly tokenCode: TokenCode;
  /** By decision 69: password, code, push id, QR id or assertion. */
  readonly secret: string;
  /** The boxes of the screen. A screen without them leaves the default as it is (decision 61). */
  readonly always?: boolean;
  readonly alwaysSend?: boolean;
  /** The polled value of a push or QR. */
  readonly check?: string;
};

/** Brings a proof to the server: each step has a way of its own. */
export type FinishStep = (
  client: Client,
  portal: PortalContext,
  proof: StepProof,
  signal: AbortSignal,
) => Promise<Result<LoginResult>>;

export const flag = (value: boolean): 'Y' | 'N' => (value ? 'Y' : 'N');

/** The first of two steps, and its boxes for the second to carry on (decisions 57 and 67). */
async function proveFirstStep(
  client: Client,
  { session, config }: PortalContext,
  { userId, tokenCode, secret, always, alwaysSend = false }: StepProof,
  signal: AbortSignal,
): Promise<Result<LoginResult>> {
  const answer = await proveFirstOfTwo(
    client,
    {
      clientId: clientIdOf(session, config),
      userId,
      type: tokenCode,
      otp: secret,
      fidoStatus: tokenCode === TOKEN_CODES.passkey ? 'finish' : '',
    },
    signal,
  );
  if (!answer.ok || always === undefined) return answer;
  return success({ ...answer.value, firstFixed: flag(always) + flag(always && alwaysSend) });
}

/**
 * Finishes the first step: by POST /authenticate, which ends the login, or under a policy of two steps by
 * POST /login/oidc (decisions 57 and 66).
 */
export function finishFirstStep(
  client: Client,
  portal: PortalContext,
  proof: StepProof,
  signal: AbortSignal,
): Promise<Result<LoginResult>> {
  const { session, config, policy } = portal;
  if (policy?.secondAuth) return proveFirstStep(client, portal, proof, signal);
  const { userId, tokenCode, secret, check = '', ...boxes } = proof;
  const fixed = policy?.fixedToken?.tokenCode === tokenCode ? policy.fixedToken : null;
  const { always = fixed !== null, alwaysSend = fixed?.alwaysSend === true } = boxes;
  return authenticate(
    client,
    {
      userId,
      userPassword: {
        step: '1',
        secret,
        clientId: clientIdOf(session, config),
        accessToken: session.person.accessToken,
        tokenCode,
        type: session.flow.type,
        mode: modeOf(portal),
        policyId: policy?.policyId ?? '',
        fixed: flag(always),
        alwaysSend: flag(always && alwaysSend),
        ip: session.flow.ip,
        check,
        redirect: session.flow.redirectUrl,
      },
    },
    signal,
  );
}

export type LoginEffects = {
  readonly client: Client;
  /** The public address of the device; empty while nobody knows it (decision 10). */
  readonly ip: () => string;
};

/** The places of the string by step: the second carries the boxes of the first on (decisions 66 and 67). */
function userPasswordOf(call: LoginCall, ip: string): UserPassword {
  const { step, secret, clientId, accessToken, tokenCode, type, mode, policyId, redirect, check = '' } = call;
  const { always, alwaysSend } = call.boxes ?? call.fixed;
  const places = { secret, clientId, accessToken, tokenCode, type, mode, policyId, redirect, check, ip };
  return step === 'second'
    ? { ...places, step: '2', fixed: flag(always), firstFixed: call.firstFixed }
    : { ...places, step: '1', fixed: flag(always), alwaysSend: flag(alwaysSend) };
}

/** The calls that end a method (spec section 7). */
export const loginPorts = ({ client, ip }: LoginEffects) => ({
  logIn: fromPromise<LoginAnswer, LoginCall>(({ input, signal }) =>
    authenticate(client, { userId: input.userId, userPassword: userPasswordOf(input, ip()) }, signal),
  ),
  proveFirst: fromPromise<LoginAnswer, LoginCall>(async ({ input, signal }) => {
    const { clientId, userId, tokenCode, secret, boxes } = input;
    const fidoStatus = tokenCode === TOKEN_CODES.passkey ? 'finish' : '';
    const first = { clientId, userId, type: tokenCode, otp: secret, fidoStatus } as const;
    const answer = await proveFirstOfTwo(client, first, signal);
    if (!answer.ok || boxes === null) return answer;
    return success({ ...answer.value, firstFixed: flag(boxes.always) + flag(boxes.alwaysSend) });
  }),
});
