import { fromPromise } from 'xstate';
import type { PortalContext } from '#machines/portal/portal.types.ts';
import { clientIdOf } from '#machines/portal/session-rules.ts';
import type { DrawnQr, QrWish } from '#machines/qr/qr.machine.ts';
import type { PolledCheck } from '#machines/qr/verdict.ts';
import type { LoginResult } from '#machines/shared/domain.ts';
import { type Result, success } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { checkQr, drawQr } from '#src/api/qr.ts';
import { QR_LIFETIME, qrText } from '#wire/qr-login.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';
import { type FinishStep, finishFirstStep } from './login.ts';

export type QrEffects = {
  readonly client: Client;
  readonly portal: () => PortalContext;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/** What a code of this portal says: the text that its id stands for. */
export const textOfCode = ({ config, origin }: PortalContext, qrId: string): string =>
  qrText(config.appScheme, { qrId, portal: origin });

/** A code as it came. */
export const drawnAt = (at: number, code: Pick<DrawnQr, 'qrId' | 'qr'>): DrawnQr => ({
  ...code,
  at,
  validUntil: at + QR_LIFETIME,
});

/** The QR login as the first step makes it (spec section 7). */
export const qrPorts = ({ client, portal, now }: QrEffects, finish: FinishStep = finishFirstStep) => ({
  drawQr: fromPromise<Result<DrawnQr>, QrWish>(async ({ signal }) => {
    const answer = await drawQr(client, portal().session.flow.ip, signal);
    return answer.ok ? success(drawnAt(now(), answer.value)) : answer;
  }),
  askCheck: fromPromise<PolledCheck, { qrId: string }>(async ({ input: { qrId }, signal }) => {
    const { session, config } = portal();
    const clientId = clientIdOf(session, config);
    const answer = await checkQr(client, { qrId, clientId, time: now() }, signal);
    return { at: now(), answer };
  }),
  logIn: fromPromise<Result<LoginResult>, { userId: string; qrId: string }>(
    ({ input: { userId, qrId }, signal }) =>
      finish(client, portal(), { userId, tokenCode: TOKEN_CODES.qr, secret: qrId, check: 'A' }, signal),
  ),
});
