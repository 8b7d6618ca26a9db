import { fromPromise } from 'xstate';
import type { PushLook } from '#machines/push/push.setup.ts';
import type { DrawnQr, QrWish } from '#machines/qr/qr.machine.ts';
import type { PolledCheck } from '#machines/qr/verdict.ts';
import type { PasskeyRequest } from '#machines/shared/passkey.ts';
import { type Result, success } from '#machines/shared/result.ts';
import {
  checkSecondPush,
  checkSecondQr,
  drawSecondQr,
  saveDefault,
  startSecondAssertion,
  withdrawSecondPush,
} from '#src/api/second-step.ts';
import { loginPorts } from './login.ts';
import { passkeyPorts } from './passkey.ts';
import { passwordPorts } from './password.ts';
import { type PushEffects, pushPorts } from './push.ts';
import { drawnAt, qrPorts, textOfCode } from './qr.ts';
import { finishSecondStep } from './second-step.ts';
import { type OtpEffects, sentCodePorts } from './sent-code.ts';

export type SecondEffects = Omit<OtpEffects, 'purpose'> & {
  /** The localised purposes of what is sent (decision 80). */
  readonly purposes: { readonly otp: OtpEffects['purpose']; readonly push: PushEffects['purpose'] };
  /** The public address of the device; empty while nobody knows it. */
  readonly ip: () => string;
  /** Whether the box of the second step is ticked. */
  readonly isDefault: () => boolean;
};

/** The effects of the second step: those of each method, with its calls of this step (spec section 7). */
export function secondFactorPorts({ client, portal, ip, now, purposes, isDefault }: SecondEffects) {
  const finish = finishSecondStep(isDefault);
  const person = () => portal().session.person;
  return {
    password: passwordPorts({ client, ip }),
    emergency: loginPorts({ client, ip }),
    code: loginPorts({ client, ip }),
    otp: {
      ...sentCodePorts({ client, portal, now, purpose: purposes.otp }, finish),
      /** The first step has given the token that sends (decision 58). */
      grantSendToken: fromPromise<Result<string>, { userId: string; clientId: string }>(async () =>
        success(person().accessToken),
      ),
    },
    push: {
      ...pushPorts({ client, portal, now, purpose: purposes.push }, finish),
      checkPush: fromPromise<PushLook, { id: string }>(async ({ input: { id }, signal }) => {
        const { secondToken } = person();
        const check = await checkSecondPush(client, { pushId: id, secondToken }, signal);
        return { check, at: now() };
      }),
      withdrawPush: fromPromise<Result<undefined>, { id: string }>(({ input: { id }, signal }) =>
        withdrawSecondPush(client, { pushId: id, secondToken: person().secondToken }, signal),
      ),
    },
    qr: {
      ...qrPorts({ client, portal, now }, finish),
      drawQr: fromPromise<Result<DrawnQr>, QrWish>(async ({ input: { userId, pending }, signal }) => {
        const at = now();
        if (pending && pending.validUntil > at) {
          const { id: qrId, validUntil } = pending;
          return success({ qrId, qr: textOfCode(portal(), qrId), at, validUntil });
        }
        const { appName } = portal().session.flow;
        const answer = await drawSecondQr(client, { userId, appName }, signal);
        return answer.ok ? success(drawnAt(now(), answer.value)) : answer;
      }),
      askCheck: fromPromise<PolledCheck, { qrId: string }>(async ({ input: { qrId }, signal }) => {
        const { secondToken } = person();
        const answer = await checkSecondQr(client, { qrId, secondToken }, signal);
        return { at: now(), answer };
      }),
    },
    passkey: {
      ...passkeyPorts(client, portal, finish),
      startAssertion: fromPromise<Result<PasskeyRequest>, { userId: string; clientId: string }>(
        ({ input, signal }) => startSecondAssertion(client, input, signal),
      ),
    },
    saveDefault: fromPromise<Result<unknown>, { userId: string; code: string }>(({ input, signal }) =>
      saveDefault(client, { ...input, type: portal().session.flow.type }, signal),
    ),
  };
}
