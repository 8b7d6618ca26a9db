import { fromPromise } from 'xstate';
import type { PushPollResult } from '#machines/push/poll-meaning.ts';
import type { PushReference, PushRequestInput, SentPush } from '#machines/push/push.setup.ts';
import { type Result, success } from '#machines/shared/result.ts';
import { checkPush, requestPush, withdrawPush } from '#src/api/push.ts';
import { loginPorts } from './login.ts';
import type { SendEffects } from './sent-code.ts';

/** The calls of a login by push in the first step. */
export const pushPorts = ({ client, ip, now, purpose }: SendEffects) => ({
  ...loginPorts({ client, ip }),
  readClock: fromPromise<number>(async () => now()),
  requestPush: fromPromise<Result<SentPush>, PushRequestInput>(
    async ({ input: { userId, clientId }, signal }) => {
      const content = await purpose('push');
      const answer = await requestPush(client, { userId, clientId, ip: ip(), content }, signal);
      if (!answer.ok) return answer;
      const { pushId, period, notified } = answer.value;
      return success({ id: pushId, period, isNotified: notified, at: now() });
    },
  ),
  checkPush: fromPromise<PushPollResult, PushReference>(async ({ input: { id, clientId }, signal }) => {
    const check = await checkPush(client, { pushId: id, clientId }, now(), signal);
    return { check, at: now() };
  }),
  withdrawPush: fromPromise<Result<undefined>, PushReference>(({ input: { id, clientId }, signal }) =>
    withdrawPush(client, { pushId: id, clientId }, signal),
  ),
});
