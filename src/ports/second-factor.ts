import { fromPromise } from 'xstate';
import type { PushPollResult } from '#machines/push/poll-meaning.ts';
import type { PushReference } from '#machines/push/push.setup.ts';
import type { QrPollResult } from '#machines/qr/poll-meaning.ts';
import type { CreatedQr, QrReference, QrRequest } from '#machines/qr/qr.setup.ts';
import type { PasskeyRequest } from '#machines/shared/passkey.ts';
import { type Result, success } from '#machines/shared/result.ts';
import {
  checkSecondPush,
  checkSecondQr,
  requestSecondQr,
  saveDefault,
  startSecondAssertion,
  withdrawSecondPush,
} from '#src/api/second-step.ts';
import type { FlowType } from '#wire/runtime-config.ts';
import { loginPorts } from './login.ts';
import { passkeyPorts } from './passkey.ts';
import { passwordPorts } from './password.ts';
import { pushPorts } from './push.ts';
import { qrPorts } from './qr.ts';
import { type SendEffects, sentCodePorts } from './sent-code.ts';

/** The ports of the second step, by method. Some calls differ from the calls of the first step (spec section 7). */
export function secondFactorPorts(effects: SendEffects & { readonly pageWindow: Window }) {
  const { client, now } = effects;
  return {
    password: passwordPorts(effects),
    code: loginPorts(effects),
    sentCode: sentCodePorts(effects),
    push: {
      ...pushPorts(effects),
      checkPush: fromPromise<PushPollResult, PushReference>(async ({ input: { id, token }, signal }) => {
        const check = await checkSecondPush(client, { pushId: id, secondToken: token }, signal);
        return { check, at: now() };
      }),
      withdrawPush: fromPromise<Result<undefined>, PushReference>(({ input: { id, token }, signal }) =>
        withdrawSecondPush(client, { pushId: id, secondToken: token }, signal),
      ),
    },
    qr: {
      ...qrPorts(effects),
      createQr: fromPromise<Result<CreatedQr>, QrRequest>(async ({ input, signal }) => {
        const answer = await requestSecondQr(client, input, signal);
        return answer.ok ? success({ ...answer.value, at: now() }) : answer;
      }),
      checkQr: fromPromise<QrPollResult, QrReference>(async ({ input: { qrId, token }, signal }) => {
        const answer = await checkSecondQr(client, { qrId, secondToken: token }, signal);
        return { at: now(), answer };
      }),
    },
    passkey: {
      ...passkeyPorts(effects),
      startAssertion: fromPromise<Result<PasskeyRequest>, { userId: string; clientId: string }>(
        ({ input, signal }) => startSecondAssertion(client, input, signal),
      ),
    },
    saveDefault: fromPromise<Result<unknown>, { userId: string; type: FlowType; code: string }>(
      ({ input, signal }) => saveDefault(client, input, signal),
    ),
  };
}
