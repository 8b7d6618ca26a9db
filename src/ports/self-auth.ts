import { type ActorRefFrom, fromPromise } from 'xstate';
import type { PushLook, SentPush } from '#machines/push/push.setup.ts';
import type { SelfAuthMachine } from '#machines/self-auth/self-auth.machine.ts';
import type { LoginResult } from '#machines/shared/domain.ts';
import type { LoginAnswer, LoginCall } from '#machines/shared/login.ts';
import { type Result, success } from '#machines/shared/result.ts';
import { checkIdentity, fetchAccountInfo, type Verification, verifyPerson } from '#src/api/identity.ts';
import { checkPush, requestPush, withdrawPush } from '#src/api/push.ts';
import { fetchAccessToken } from '#src/api/sending.ts';
import type { FinishStep } from './login.ts';
import { type PushEffects, pushPorts } from './push.ts';
import { type OtpEffects, sentCodePorts } from './sent-code.ts';

type Subject = { userId: string; clientId: string };

/** A check that was passed, in the shape in which a method ends: nobody is signed in by it. */
const PASSED: LoginResult = { to: '', auth: '', expiredDay: '', accessToken: '', secondToken: '' };

export type SelfAuthEffects = Omit<OtpEffects, 'purpose'> & {
  readonly purposes: { readonly otp: OtpEffects['purpose']; readonly push: PushEffects['purpose'] };
  /** The identity check that is on. */
  readonly check: () => ActorRefFrom<SelfAuthMachine> | undefined;
};

/** The effects of the identity check: its calls, and the methods with the token of the check (decision 174). */
export function selfAuthPorts({ client, portal, now, purposes, check }: SelfAuthEffects) {
  const context = () => {
    const flow = check();
    if (!flow) throw new Error('No identity check is on');
    return flow.getSnapshot().context;
  };
  const finish: FinishStep = async (_client, _portal, { userId, tokenCode, secret }, signal) => {
    const { clientId, token } = context();
    const answer = await checkIdentity(
      client,
      { userId, clientId, otp: secret, otpTypeCode: tokenCode, token },
      signal,
    );
    return answer.ok ? success(PASSED) : answer;
  };
  return {
    lookUpContacts: fromPromise<Awaited<ReturnType<typeof fetchAccountInfo>>, Subject>(({ input, signal }) =>
      fetchAccountInfo(client, input, signal),
    ),
    verify: fromPromise<Awaited<ReturnType<typeof verifyPerson>>, Verification>(({ input, signal }) =>
      verifyPerson(client, input, signal),
    ),
    grantToken: fromPromise<Result<string>, Subject>(({ input, signal }) =>
      fetchAccessToken(client, input, signal),
    ),
    otp: {
      ...sentCodePorts({ client, portal, now, purpose: purposes.otp }, finish),
      grantSendToken: fromPromise<Result<string>, Subject>(async () => success(context().token)),
    },
    code: {
      logIn: fromPromise<LoginAnswer, LoginCall>(({ input, signal }) =>
        finish(client, portal(), input, signal),
      ),
      /** A check has one step. */
      proveFirst: fromPromise<LoginAnswer, LoginCall>(({ input, signal }) =>
        finish(client, portal(), input, signal),
      ),
    },
    push: {
      ...pushPorts({ client, portal, now, purpose: purposes.push }, finish),
      requestPush: fromPromise<Result<SentPush>, Subject>(async ({ input, signal }) => {
        const { ip } = portal().session.flow;
        const { token } = context();
        const answer = await requestPush(
          client,
          { ...input, ip, content: await purposes.push(), token },
          signal,
        );
        if (!answer.ok) return answer;
        const { pushId, period } = answer.value;
        return success({ id: pushId, period, at: now() });
      }),
      checkPush: fromPromise<PushLook, { id: string }>(async ({ input: { id }, signal }) => {
        const check = await checkPush(client, { pushId: id, clientId: context().clientId }, now(), signal);
        return { check, at: now() };
      }),
      withdrawPush: fromPromise<Result<undefined>, { id: string }>(({ input: { id }, signal }) =>
        withdrawPush(client, { pushId: id, clientId: context().clientId }, signal),
      ),
    },
  };
}
