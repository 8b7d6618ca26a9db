import type { PortalContext } from '#machines/portal/portal.types.ts';
import { clientIdOf } from '#machines/portal/session-rules.ts';
import type { LoginResult } from '#machines/shared/domain.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { authenticate } from '#src/api/login.ts';
import type { TokenCode } from '#wire/token-codes.ts';

/** What a method screen has proved in the first step. */
export type FirstStepProof = {
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

const flag = (value: boolean): 'Y' | 'N' => (value ? 'Y' : 'N');

/** Finishes a login whose first step is enough: POST /authenticate, step 1 (decisions 57 and 66). */
export function finishFirstStep(
  client: Client,
  portal: PortalContext,
  { userId, tokenCode, secret, check = '', ...boxes }: FirstStepProof,
  signal: AbortSignal,
): Promise<Result<LoginResult>> {
  const { session, config, policy } = portal;
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
        mode: isInsideApp(portal) ? 'app' : 'web',
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

/** Whether the portal runs inside the mobile app (decision 97). */
const isInsideApp = ({ session, config }: PortalContext): boolean =>
  session.flow.appName.toLowerCase() === config.appName.toLowerCase();
