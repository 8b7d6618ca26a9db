import { fromPromise } from 'xstate';
import type { SentPush } from '#machines/push/push.setup.ts';
import type { LoginResult } from '#machines/shared/domain.ts';
import type { LoginAnswer, LoginCall } from '#machines/shared/login.ts';
import { type Result, success } from '#machines/shared/result.ts';
import { checkIdentity, fetchAccountInfo, type Verification, verifyPerson } from '#src/api/identity.ts';
import { requestPush } from '#src/api/push.ts';
import { fetchAccessToken } from '#src/api/sending.ts';
import { pushPorts } from './push.ts';
import { type SendEffects, sentCodePorts } from './sent-code.ts';

type PersonAtService = { userId: string; clientId: string };

/**
 * The login result with which a method reports that the identity check has passed. It is empty: nobody is signed in.
 */
const PASSED_CHECK: LoginResult = { to: '', auth: '', expiredDay: '', accessToken: '', secondToken: '' };

/** The ports of the identity check and of its methods, which use the token of the check (rule 174). */
export function selfAuthPorts(effects: SendEffects) {
  const { client, ip, now, purpose } = effects;
  const checkIdentityPort = fromPromise<LoginAnswer, LoginCall>(async ({ input, signal }) => {
    const { userId, clientId, secret, tokenCode, accessToken } = input;
    const check = { userId, clientId, otp: secret, otpTypeCode: tokenCode, token: accessToken };
    const answer = await checkIdentity(client, check, signal);
    return answer.ok ? success(PASSED_CHECK) : answer;
  });
  /** An identity check has only one step, so a method makes the same call as its first step and as its login. */
  const checkPorts = { logIn: checkIdentityPort, proveFirst: checkIdentityPort };
  return {
    lookUpContacts: fromPromise<Awaited<ReturnType<typeof fetchAccountInfo>>, PersonAtService>(
      ({ input, signal }) => fetchAccountInfo(client, input, signal),
    ),
    verify: fromPromise<Awaited<ReturnType<typeof verifyPerson>>, Verification>(({ input, signal }) =>
      verifyPerson(client, input, signal),
    ),
    grantToken: fromPromise<Result<string>, PersonAtService>(({ input, signal }) =>
      fetchAccessToken(client, input, signal),
    ),
    sentCode: { ...sentCodePorts(effects), ...checkPorts },
    code: checkPorts,
    push: {
      ...pushPorts(effects),
      ...checkPorts,
      requestPush: fromPromise<Result<SentPush>, PersonAtService & { token: string }>(
        async ({ input, signal }) => {
          const content = await purpose('push');
          const answer = await requestPush(client, { ...input, ip: ip(), content }, signal);
          if (!answer.ok) return answer;
          const { pushId, period, notified } = answer.value;
          return success({ id: pushId, period, isNotified: notified, at: now() });
        },
      ),
    },
  };
}
