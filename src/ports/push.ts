import { fromPromise } from 'xstate';
import type { PortalContext } from '#machines/portal/portal.types.ts';
import { clientIdOf } from '#machines/portal/session-rules.ts';
import type { Boxes, PushLook, SentPush } from '#machines/push/push.setup.ts';
import type { LoginResult } from '#machines/shared/domain.ts';
import { type Result, success } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { checkPush, requestPush, withdrawPush } from '#src/api/push.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';
import { type FinishStep, finishFirstStep } from './login.ts';

export type PushEffects = {
  readonly client: Client;
  readonly portal: () => PortalContext;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** The localised purpose of the push, for the `content` of the call (decision 80). */
  readonly purpose: () => Promise<string>;
};

/** The push of the first step. */
export const pushPorts = (
  { client, portal, now, purpose }: PushEffects,
  finish: FinishStep = finishFirstStep,
) => {
  const clientId = (): string => clientIdOf(portal().session, portal().config);
  return {
    readClock: fromPromise<number>(async () => now()),
    requestPush: fromPromise<Result<SentPush>, { userId: string; clientId: string }>(
      async ({ input, signal }) => {
        const { ip } = portal().session.flow;
        const answer = await requestPush(client, { ...input, ip, content: await purpose() }, signal);
        if (!answer.ok) return answer;
        const { pushId, period } = answer.value;
        return success({ id: pushId, period, at: now() });
      },
    ),
    checkPush: fromPromise<PushLook, { id: string }>(async ({ input: { id }, signal }) => {
      const check = await checkPush(client, { pushId: id, clientId: clientId() }, now(), signal);
      return { check, at: now() };
    }),
    withdrawPush: fromPromise<Result<undefined>, { id: string }>(({ input: { id }, signal }) =>
      withdrawPush(client, { pushId: id, clientId: clientId() }, signal),
    ),
    logIn: fromPromise<Result<LoginResult>, { userId: string; id: string; check: string } & Boxes>(
      ({ input: { id, ...proof }, signal }) =>
        finish(client, portal(), { ...proof, tokenCode: TOKEN_CODES.push, secret: id }, signal),
    ),
  };
};
