import { modeOf } from '#machines/portal/login-terms.ts';
import type { PortalContext } from '#machines/portal/portal.types.ts';
import { clientIdOf } from '#machines/portal/session-rules.ts';
import { authenticate } from '#src/api/login.ts';
import { type FinishStep, flag } from './login.ts';

/**
 * Finishes the second step by POST /authenticate, whose places have an order of their own (decision 67).
 * @param isDefault whether the box of the second step is ticked
 */
export const finishSecondStep =
  (isDefault: () => boolean): FinishStep =>
  (client, portal, { userId, tokenCode, secret, check = '' }, signal) => {
    const { session, config, policy }: PortalContext = portal;
    return authenticate(
      client,
      {
        userId,
        userPassword: {
          step: '2',
          secret,
          accessToken: session.person.secondToken,
          clientId: clientIdOf(session, config),
          type: session.flow.type,
          tokenCode,
          mode: modeOf(portal),
          ip: session.flow.ip,
          policyId: policy?.policyId ?? '',
          fixed: flag(isDefault()),
          firstFixed: session.person.firstFixed,
          check,
          redirect: session.flow.redirectUrl,
        },
      },
      signal,
    );
  };
