import { fromPromise } from 'xstate';
import type { PortalContext } from '#machines/portal/portal.types.ts';
import type { SentCode } from '#machines/sent-code/sent-code.machine.ts';
import type { LoginResult } from '#machines/shared/domain.ts';
import { channelsOf } from '#machines/shared/methods.ts';
import { type Result, success } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { fetchAccessToken, requestCode } from '#src/api/sending.ts';
import type { TokenCode } from '#wire/token-codes.ts';
import { type FinishStep, finishFirstStep } from './login.ts';
import { receiveSms } from './web-otp.ts';

export type OtpEffects = {
  readonly client: Client;
  readonly portal: () => PortalContext;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** The localised purpose of a code, for the `content` of the call (decision 80). */
  readonly purpose: () => Promise<string>;
};

type Send = { userId: string; clientId: string; tokenCode: TokenCode; sendToken: string };
type Login = { userId: string; tokenCode: TokenCode; code: string; always: boolean; alwaysSend: boolean };

export const sentCodePorts = (
  { client, portal, now, purpose }: OtpEffects,
  finish: FinishStep = finishFirstStep,
) => ({
  readClock: fromPromise<number>(async () => now()),
  grantSendToken: fromPromise<Result<string>, { userId: string; clientId: string }>(({ input, signal }) =>
    fetchAccessToken(client, input, signal),
  ),
  /** A pair makes both calls, and one that succeeds is enough (decision 25). */
  sendCode: fromPromise<Result<SentCode>, Send>(
    async ({ input: { userId, clientId, tokenCode, sendToken }, signal }) => {
      const content = await purpose();
      let answer: Result<SentCode> | null = null;
      for (const channel of channelsOf(tokenCode)) {
        const sent = await requestCode(
          client,
          { channel, token: sendToken, userId, clientId, content },
          signal,
        );
        if (sent.ok) answer = success({ at: now() });
        else answer ??= sent;
      }
      if (!answer) throw new Error(`No channel sends the code ${tokenCode}`);
      return answer;
    },
  ),
  receiveSms: fromPromise<string | null, { tokenCode: TokenCode }>(({ input, signal }) =>
    channelsOf(input.tokenCode).includes('sms') ? receiveSms(signal) : Promise.resolve(null),
  ),
  logIn: fromPromise<Result<LoginResult>, Login>(
    ({ input: { userId, tokenCode, code, always, alwaysSend }, signal }) =>
      finish(client, portal(), { userId, tokenCode, secret: code, always, alwaysSend }, signal),
  ),
});
