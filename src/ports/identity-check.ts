import { fromPromise } from 'xstate';
import type { WaitingPush } from '#machines/identity-check/identity-check.setup.ts';
import type { PortalContext } from '#machines/portal/portal.types.ts';
import { CHANNELS } from '#machines/shared/methods.ts';
import type { SelfAuthMethod } from '#machines/shared/policy.ts';
import { failed, type Result, success, UNEXPECTED } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { checkIdentity } from '#src/api/identity.ts';
import { askIdentityPush, withdrawIdentityPush } from '#src/api/identity-check.ts';
import { requestPush } from '#src/api/push.ts';
import { requestCode } from '#src/api/sending.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';

type Call = { userId: string; clientId: string; token: string };
type Way = { way: SelfAuthMethod | null };

export type IdentityCheckEffects = {
  readonly client: Client;
  readonly portal: () => PortalContext;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** The localised purposes, for the `content` of the calls (decision 80). */
  readonly purposes: { readonly code: () => Promise<string>; readonly push: () => Promise<string> };
};

/** How long a push waits where the server does not say, in milliseconds (decision 83). */
const DEFAULT_PERIOD = 45_000;

export const identityCheckPorts = ({ client, portal, now, purposes }: IdentityCheckEffects) => ({
  sendCode: fromPromise<{ at: number; answer: Result<unknown> }, Call & Way>(
    async ({ input: { way, ...call }, signal }) => {
      const channel = CHANNELS.find((known) => known === way);
      if (!channel) return { at: now(), answer: failed(UNEXPECTED) };
      const answer = await requestCode(client, { ...call, channel, content: await purposes.code() }, signal);
      return { at: now(), answer };
    },
  ),
  checkIdentity: fromPromise<Result<unknown>, Call & Way & { otp: string }>(
    async ({ input: { way, ...call }, signal }) =>
      way === null
        ? failed(UNEXPECTED)
        : checkIdentity(client, { ...call, otpTypeCode: TOKEN_CODES[way] }, signal),
  ),
  requestPush: fromPromise<Result<WaitingPush>, Call>(async ({ input, signal }) => {
    const { ip } = portal().session.flow;
    const answer = await requestPush(client, { ...input, ip, content: await purposes.push() }, signal);
    if (!answer.ok) return answer;
    const { pushId: id, period } = answer.value;
    const waits = period ?? DEFAULT_PERIOD;
    return success({ id, period: waits, validUntil: now() + waits });
  }),
  askPush: fromPromise<Result<string>, Call & { pushId: string }>(({ input, signal }) =>
    askIdentityPush(client, input, now(), signal),
  ),
  withdrawPush: fromPromise<Result<unknown>, Call & { pushId: string }>(({ input, signal }) =>
    withdrawIdentityPush(client, input, signal),
  ),
});
