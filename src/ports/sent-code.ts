import { fromPromise } from 'xstate';
import type { SentCode } from '#machines/sent-code/sent-code.setup.ts';
import { type Channel, channelsOf } from '#machines/shared/methods.ts';
import { type Result, success } from '#machines/shared/result.ts';
import { fetchAccessToken, requestCode } from '#src/api/sending.ts';
import type { TypeCode } from '#wire/type-codes.ts';
import { type LoginEffects, loginPorts } from './login.ts';
import { receiveSms } from './web-otp.ts';

/** Why a message is sent: a code or push of a login, or an identity check. */
export type Purpose = 'code' | 'push' | 'check';

/** Values and functions that the calls use that send a code or push. */
export type SendEffects = LoginEffects & {
  /** Returns the time in epoch milliseconds. */
  readonly now: () => number;
  /** Returns the purpose of a message in the shown language, for the field `content` of the call (rule 80). */
  readonly purpose: (kind: Purpose) => Promise<string>;
};

type SendInput = { userId: string; clientId: string; channel: Channel; sendToken: string };

/** The calls that send a code and prove it, and the reception of an SMS by the browser. */
export const sentCodePorts = ({ client, ip, now, purpose }: SendEffects) => ({
  ...loginPorts({ client, ip }),
  readClock: fromPromise<number>(async () => now()),
  grantSendToken: fromPromise<Result<string>, { userId: string; clientId: string }>(({ input, signal }) =>
    fetchAccessToken(client, input, signal),
  ),
  sendCode: fromPromise<Result<SentCode>, SendInput>(async ({ input: { sendToken, ...send }, signal }) => {
    const request = { ...send, token: sendToken, purpose: await purpose('code') };
    const answer = await requestCode(client, request, signal);
    return answer.ok ? success({ at: now() }) : answer;
  }),
  receiveSms: fromPromise<string | null, { tokenCode: TypeCode }>(({ input, signal }) =>
    channelsOf(input.tokenCode).includes('sms') ? receiveSms(signal) : Promise.resolve(null),
  ),
});
