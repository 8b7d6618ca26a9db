import { fromPromise } from 'xstate';
import type { QrPollResult } from '#machines/qr/poll-meaning.ts';
import type { CreatedQr, QrReference, QrRequest } from '#machines/qr/qr.setup.ts';
import { type Result, success } from '#machines/shared/result.ts';
import { checkQr, requestQr } from '#src/api/qr.ts';
import { type LoginEffects, loginPorts } from './login.ts';

/** Values and functions that the calls of a QR login use. */
export type QrEffects = LoginEffects & {
  /** Returns the time in epoch milliseconds. */
  readonly now: () => number;
};

/** The calls of a QR login in the first step (spec section 7). */
export const qrPorts = ({ client, ip, now }: QrEffects) => ({
  ...loginPorts({ client, ip }),
  readClock: fromPromise<number>(async () => now()),
  createQr: fromPromise<Result<CreatedQr>, QrRequest>(async ({ signal }) => {
    const answer = await requestQr(client, ip(), signal);
    return answer.ok ? success({ ...answer.value, at: now() }) : answer;
  }),
  checkQr: fromPromise<QrPollResult, QrReference>(async ({ input: { qrId, clientId }, signal }) => {
    const answer = await checkQr(client, { qrId, clientId, time: now() }, signal);
    return { at: now(), answer };
  }),
});
